// The table of contents as a virtualised tree: only the rows in view are in the page, whatever the length of the
// document. Data is gzip JSON made by raglib_core/ui/tree.py:
//   {id, height, selected, words, rows: [[depth, kind, label, title, address, errors, warnings, infos], ...]}
// rows stand in document order; the parent of a row is the nearest row above it with a smaller depth. A row is picked
// with a click or Enter: its address goes to Python as the trigger "picked".

const ROW = 30;
const SPARE = 8;
const OPEN_ALL_BELOW = 250;
const [DEPTH, KIND, LABEL, TITLE, ADDRESS, ERRORS, WARNINGS, INFOS] = [0, 1, 2, 3, 4, 5, 6, 7];
const CLAUSES = new Set(["clause", "part", "article_clause", "intro", "unnumbered", "gap"]);

// State outlives a run of the default export: it runs again on every change of data or theme.
const states = new WeakMap();

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const state = states.get(parentElement) ?? start(parentElement);
  state.pick = (address) => setTriggerValue("picked", address);
  const turn = ++state.turn;
  decode(data).then((tree) => {
    if (turn === state.turn) receive(state, tree);
  });
}

async function decode(bytes) {
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).json();
}

function start(parent) {
  const find = (selector) => parent.querySelector(selector);
  const state = {
    turn: 0, id: null, rows: [], parents: [], last: [], totals: [], open: new Set(), shown: [], query: "",
    cursor: -1, selected: -1, pick: () => {},
    view: find(".view"), space: find(".space"), body: find(".rows"), empty: find(".empty"),
    filter: find(".filter"), remarks: find(".remarks"), find,
  };
  states.set(parent, state);
  state.view.onscroll = () => paint(state);
  state.body.onclick = (event) => clicked(state, event);
  state.view.onkeydown = (event) => pressed(state, event);
  state.filter.oninput = () => { state.query = fold(state.filter.value.trim()); relist(state); };
  state.filter.onkeydown = (event) => leaveFilter(state, event);
  state.remarks.onchange = () => relist(state);
  find(".next").onclick = () => toRemark(state, 1);
  find(".previous").onclick = () => toRemark(state, -1);
  find(".open").onclick = () => { openAll(state); relist(state); };
  find(".close").onclick = () => { state.open.clear(); relist(state); };
  return state;
}

function receive(state, tree) {
  const fresh = tree.id !== state.id;
  state.id = tree.id;
  state.rows = tree.rows;
  relate(state);
  state.view.style.height = `${tree.height}px`;
  wording(state, tree.words);
  if (fresh) openFirst(state);
  const picked = state.rows.findIndex((row) => row[ADDRESS] === tree.selected && tree.selected !== "");
  const moved = picked !== state.selected;
  state.selected = picked;
  if (picked >= 0 && (fresh || moved)) reveal(state, picked);
  else relist(state);
}

function wording(state, words) {
  state.filter.placeholder = words.filter;
  state.filter.setAttribute("aria-label", words.filter);
  state.find(".only span").textContent = words.remarks;
  state.find(".open").textContent = words.open;
  state.find(".close").textContent = words.close;
  for (const [name, word] of [[".next", words.next], [".previous", words.previous]]) {
    state.find(name).title = word;
    state.find(name).setAttribute("aria-label", word);
  }
  state.view.setAttribute("aria-label", words.tree);
  state.empty.textContent = words.nothing;
}

// Parents, ends of subtrees and the counts that a closed row shows for all it hides.
function relate(state) {
  const { rows } = state;
  state.parents = new Array(rows.length).fill(-1);
  state.last = new Array(rows.length).fill(0);
  state.totals = rows.map((row) => [row[ERRORS], row[WARNINGS], row[INFOS]]);
  const stack = [];
  rows.forEach((row, index) => {
    while (stack.length && rows[stack[stack.length - 1]][DEPTH] >= row[DEPTH]) state.last[stack.pop()] = index - 1;
    state.parents[index] = stack.length ? stack[stack.length - 1] : -1;
    stack.push(index);
  });
  while (stack.length) state.last[stack.pop()] = rows.length - 1;
  for (let index = rows.length - 1; index >= 0; index--) {
    const above = state.totals[state.parents[index]];
    if (above) state.totals[index].forEach((count, place) => { above[place] += count; });
  }
}

const hasChildren = (state, index) => state.last[index] > index;
const isRemark = (state, index) => state.rows[index][ERRORS] + state.rows[index][WARNINGS] > 0;

function openAll(state) {
  state.rows.forEach((_, index) => { if (hasChildren(state, index)) state.open.add(index); });
}

// A short document is shown whole; of a long one the top level and what leads to the first remarks.
function openFirst(state) {
  state.open.clear();
  if (state.rows.length <= OPEN_ALL_BELOW) return openAll(state);
  let led = 0;
  state.rows.forEach((_, index) => {
    if (led < 30 && isRemark(state, index)) { led += 1; openAbove(state, index); }
  });
}

function openAbove(state, index) {
  for (let at = state.parents[index]; at >= 0; at = state.parents[at]) state.open.add(at);
}

const fold = (text) => text.toLowerCase().replaceAll("ё", "е");

// The rows to show: a filter keeps matches with all that stands above them.
function relist(state) {
  const { rows, query } = state;
  const onlyRemarks = state.remarks.checked;
  const shown = [];
  if (query || onlyRemarks) {
    const kept = new Set();
    rows.forEach((row, index) => {
      if (onlyRemarks && !isRemark(state, index)) return;
      if (query && !fold(`${row[LABEL]} ${row[TITLE]}`).includes(query)) return;
      for (let at = index; at >= 0 && !kept.has(at); at = state.parents[at]) kept.add(at);
    });
    rows.forEach((_, index) => { if (kept.has(index)) shown.push(index); });
  } else {
    for (let index = 0; index < rows.length; index++) {
      shown.push(index);
      if (hasChildren(state, index) && !state.open.has(index)) index = state.last[index];
    }
  }
  state.shown = shown;
  state.space.style.height = `${shown.length * ROW}px`;
  state.empty.hidden = shown.length > 0;
  paint(state);
}

function paint(state) {
  const first = Math.max(0, Math.floor(state.view.scrollTop / ROW) - SPARE);
  const count = Math.ceil(state.view.clientHeight / ROW) + 2 * SPARE;
  const pieces = state.shown.slice(first, first + count).map((index) => drawn(state, index));
  state.body.style.transform = `translateY(${first * ROW}px)`;
  state.body.replaceChildren(...pieces);
  const row = state.body.querySelector(".cursor");
  if (row) state.view.setAttribute("aria-activedescendant", row.id);
  else state.view.removeAttribute("aria-activedescendant");
}

function drawn(state, index) {
  const row = state.rows[index];
  const inner = hasChildren(state, index);
  const isOpen = state.open.has(index) || state.query !== "" || state.remarks.checked;
  const line = document.createElement("div");
  line.className = `row ${row[KIND] === "gap" ? "gap" : CLAUSES.has(row[KIND]) ? "clause" : "section"}`;
  line.classList.toggle("selected", index === state.selected);
  line.classList.toggle("cursor", index === state.cursor);
  line.id = `row-${index}`;
  line.dataset.index = index;
  line.style.paddingLeft = `${0.3 + row[DEPTH] * 1.0}rem`;
  line.title = `${row[LABEL]} ${row[TITLE]}`.trim();
  line.setAttribute("role", "treeitem");
  line.setAttribute("aria-level", row[DEPTH] + 1);
  line.setAttribute("aria-selected", index === state.selected);
  if (inner) line.setAttribute("aria-expanded", isOpen);
  line.append(piece("twist", inner ? (isOpen ? "▾" : "▸") : ""), piece("label", row[LABEL]), piece("title", row[TITLE]));
  line.append(...badges(inner && !isOpen ? state.totals[index] : [row[ERRORS], row[WARNINGS], row[INFOS]]));
  return line;
}

function badges(counts) {
  return ["error", "warning", "info"]
    .map((severity, place) => (counts[place] ? piece(`badge ${severity}`, counts[place]) : null))
    .filter(Boolean);
}

// Text enters the page as text alone: clause text comes from files of strangers.
function piece(name, text) {
  const part = document.createElement("span");
  part.className = name;
  part.textContent = text;
  return part;
}

function clicked(state, event) {
  const line = event.target.closest(".row");
  if (!line) return;
  const index = Number(line.dataset.index);
  state.cursor = index;
  if (event.target.closest(".twist") && hasChildren(state, index)) return toggle(state, index);
  choose(state, index);
}

function toggle(state, index) {
  if (!state.open.delete(index)) state.open.add(index);
  relist(state);
}

function choose(state, index) {
  state.selected = index;
  state.cursor = index;
  if (hasChildren(state, index)) state.open.add(index);
  relist(state);
  state.pick(state.rows[index][ADDRESS]);
}

function reveal(state, index) {
  state.cursor = index;
  openAbove(state, index);
  if (!state.query && !state.remarks.checked) relist(state);
  let place = state.shown.indexOf(index);
  if (place < 0) {
    state.query = state.filter.value = "";
    state.remarks.checked = false;
    relist(state);
    place = state.shown.indexOf(index);
  }
  const top = place * ROW;
  const { scrollTop, clientHeight } = state.view;
  if (top < scrollTop || top + ROW > scrollTop + clientHeight) {
    state.view.scrollTop = Math.max(0, top - clientHeight / 2 + ROW);
  }
  paint(state);
}

function toRemark(state, step) {
  const { rows } = state;
  const from = state.cursor >= 0 ? state.cursor : step > 0 ? -1 : rows.length;
  for (let turn = 1; turn <= rows.length; turn++) {
    const index = (((from + step * turn) % rows.length) + rows.length) % rows.length;
    if (isRemark(state, index)) {
      reveal(state, index);
      return choose(state, index);
    }
  }
}

function move(state, index) {
  if (index !== undefined && index >= 0) reveal(state, index);
}

function pressed(state, event) {
  const { shown, cursor } = state;
  const place = shown.indexOf(cursor);
  const actions = {
    ArrowDown: () => move(state, shown[Math.min(place + 1, shown.length - 1)]),
    ArrowUp: () => move(state, shown[Math.max(place - 1, 0)]),
    Home: () => move(state, shown[0]),
    End: () => move(state, shown[shown.length - 1]),
    ArrowRight: () => stepIn(state, cursor),
    ArrowLeft: () => stepOut(state, cursor),
    Enter: () => cursor >= 0 && choose(state, cursor),
    " ": () => cursor >= 0 && hasChildren(state, cursor) && toggle(state, cursor),
    n: () => toRemark(state, 1),
    N: () => toRemark(state, -1),
    "т": () => toRemark(state, 1),
    "Т": () => toRemark(state, -1),
    "/": () => state.filter.focus(),
    ".": () => event.code === "Slash" && state.filter.focus(),
  };
  if (!actions[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  actions[event.key]();
}

function stepIn(state, index) {
  if (index < 0 || !hasChildren(state, index)) return;
  if (state.open.has(index)) move(state, index + 1);
  else toggle(state, index);
}

function stepOut(state, index) {
  if (index < 0) return;
  if (hasChildren(state, index) && state.open.has(index)) toggle(state, index);
  else move(state, state.parents[index]);
}

function leaveFilter(state, event) {
  event.stopPropagation();
  if (event.key === "Escape") {
    state.filter.value = "";
    state.query = "";
    relist(state);
  }
  if (event.key === "Escape" || event.key === "Enter" || event.key === "ArrowDown") {
    event.preventDefault();
    state.view.focus();
    if (state.cursor < 0 || !state.shown.includes(state.cursor)) move(state, state.shown[0]);
  }
}
