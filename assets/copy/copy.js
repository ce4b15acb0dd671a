// A button that copies a text. Data is UTF-8 JSON made by raglib_core/ui/clause_card.py: {text, label, done, failed}.

export default function (component) {
  const { data, parentElement } = component;
  const words = JSON.parse(new TextDecoder().decode(data));
  const button = parentElement.querySelector(".copy");
  const said = parentElement.querySelector(".said");
  button.textContent = words.label;
  said.textContent = "";
  button.onclick = async () => {
    said.textContent = (await copied(words.text)) ? words.done : words.failed;
    setTimeout(() => { said.textContent = ""; }, 2500);
  };
}

// The clipboard of the browser needs https or this machine; elsewhere the old way through a text area is left.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
