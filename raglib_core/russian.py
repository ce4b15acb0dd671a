"""Words of a text as the lexical index and its queries see them: folded tokens and their stems or lemmas.

The same functions serve index and query, so nothing can drift between them. Optional packages are imported at first
use; without any of them ``none`` still folds letter case, ё and е, soft hyphens and look-alike letters.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import threading
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Any

from raglib_core.errors import BadSettings, MissingExtra
from raglib_core.settings import NORMALIZERS, Normalizer

# ---------------------------------------------------------------- tokens

#: soft hyphen, zero-width characters, and what is left of accents once letters are composed (stress marks)
_DROPPED = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff\u0300-\u036f]")
_LATIN_TO_CYRILLIC = str.maketrans("ABEKMHOPCTXYËaeopcxykë", "АВЕКМНОРСТХУЕаеорсхуке")
_CYRILLIC_TO_LATIN = str.maketrans("АВЕКМНОРСТХУаеорсхук", "ABEKMHOPCTXYaeopcxyk")
_SCRIPT_CHANGE = re.compile(r"[A-Za-zËë][Ѐ-ӿ]|[Ѐ-ӿ][A-Za-zËë]")
_WORD = re.compile(r"[^\W_]+")
_LATIN = re.compile(r"[A-Za-z]")
_CYRILLIC = re.compile(r"[Ѐ-ӿ]")
_LINE_HYPHEN = re.compile(r"(?<=[^\W\d_])[-‐]\n[ \t]*(?=[a-zа-яё])")
#: «12.1», «65.1», «12.1.4б» and the decimal «12,5» are one token; everything else is a run of letters and digits, so
#: «интернет-сайт» and «44-ФЗ» give two tokens each and are found with and without the hyphen.
_TOKEN = re.compile(r"\d+(?:\.\d+)+[^\W\d_]?(?![^\W_])|(?<!\d,)\d+,\d+(?![^\W_]|[.,]\d)|[^\W_]+")


def tokens(text: str) -> list[str]:
    """Return the words and numbers of ``text`` in order, folded for comparison; empty for a text without any.

    Lower case, ё as е, NFC, without soft hyphens, zero-width characters and stress marks. Words hyphenated over a line
    end are joined. A word that mixes scripts («Oбщество» with a Latin O) is read in the script that explains all of
    its letters. «12.1» is one token and «12,5» reads as «12.5».
    """
    return [token.replace(",", ".") for token in _TOKEN.findall(fold(text))]


def fold(text: str) -> str:
    """Return ``text`` in the form in which words are compared; lengths may change, so offsets do not carry over."""
    text = _DROPPED.sub("", unicodedata.normalize("NFC", text))
    if "-\n" in text or "‐\n" in text:
        text = _LINE_HYPHEN.sub("", text)
    if _SCRIPT_CHANGE.search(text):
        text = _WORD.sub(_one_script, text)
    return text.lower().replace("ё", "е")


def _one_script(match: re.Match[str]) -> str:
    word = match.group()
    if not _SCRIPT_CHANGE.search(word):
        return word
    cyrillic = word.translate(_LATIN_TO_CYRILLIC)
    if not _LATIN.search(cyrillic):
        return cyrillic
    latin = word.translate(_CYRILLIC_TO_LATIN)
    return word if _CYRILLIC.search(latin) else latin


# ---------------------------------------------------------------- function words

#: Prepositions, conjunctions, particles, pronouns, adverbs of place and question, forms of «быть»; the same in English.
_FUNCTION_WORDS = """
в во на за к ко с со у о об обо от ото до из изо по под подо при про над надо без безо для через между перед
передо около после вокруг среди кроме ради вместо вдоль вне
и а но да или либо ни что чтобы если как когда пока хотя зато также тоже однако причем притом ибо будто
словно чем то потому поэтому
не ли же бы б ведь вот вон даже лишь только уже еще разве неужели пусть давай именно
я ты он она оно мы вы они меня мне мной тебя тебе тобой его ему им ей ее нее него нему ним ней нас нам нами вас
вам вами их них ими ними себя себе собой мой моя мое мои твой наш ваш свой своя свое свои своего своей своих
своему своим своими этот эта это эти этого этой этих этому этим этими тот та те того той тех тому тем теми
который которая которое которые которого которой которых которому которым которыми кто кого кому кем ком чего
чему чем какой какая какое какие какого какой каких какому каким какими такой такая такое такие такого таких
весь вся все всего всей всех всему всем всеми сам сама само сами
где куда откуда почему зачем сколько там тут здесь туда сюда тогда так быть был была было были будет будут есть
a an the of in on at to for from by with and or not is are was were be been this that these those it its as if
what which who whom how when where why do does did can could may shall will would
"""
#: Words that carry no subject of their own; folded. They stay in the index: only a query of nothing else is refused.
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())


def is_content(word: str) -> bool:
    """Return whether a token (not its stem) says something about a subject: False for «в», «если», «который»."""
    return word not in FUNCTION_WORDS


# ---------------------------------------------------------------- normalisers

_BACKENDS: dict[Normalizer, tuple[str, str]] = {"stem": ("snowballstemmer", "stem"), "lemma": ("pymorphy3", "ru")}
_KNOWN_WORDS = 200_000


class Normaliser:
    """Turns texts into terms in one way; the same for index and query, safe to share between threads.

    Each distinct word is normalised once. ``name`` is the concrete kind: none, stem or lemma.
    """

    def __init__(self, name: str, form: Callable[[str], str]) -> None:
        """Keep the function that gives the form of one folded word."""
        self.name = name
        self._form = form
        self._known: dict[str, str] = {}
        self._lock = threading.Lock()

    def terms(self, text: str) -> list[str]:
        """Return the terms of ``text`` in order; empty for a text without words."""
        return [self.term(word) for word in tokens(text)]

    def content_terms(self, text: str) -> list[str]:
        """Return the terms of the words that carry meaning; empty for a query of function words only."""
        return [self.term(word) for word in tokens(text) if is_content(word)]

    def term(self, word: str) -> str:
        """Return the form of one token as `tokens` gives it."""
        known = self._known.get(word)
        if known is None:
            # neither PyStemmer nor pymorphy3 promises to bear two threads at once
            with self._lock:
                if len(self._known) >= _KNOWN_WORDS:
                    self._known.clear()
                known = self._known[word] = self._form(word)
        return known


def resolve_normalizer(name: str) -> Normalizer:
    """Return the concrete normaliser for a name: "auto" is the first of stem, lemma, none that can be imported.

    Raises BadSettings for an unknown name and MissingExtra for one whose package is not installed.
    """
    if name == "auto":
        return next((kind for kind in _BACKENDS if _is_installed(kind)), "none")
    kinds: dict[str, Normalizer] = {"none": "none", "stem": "stem", "lemma": "lemma"}
    if name not in kinds:
        raise BadSettings(name="bm25_normalizer", value=name, allowed="one of " + ", ".join(NORMALIZERS))
    kind = kinds[name]
    if kind in _BACKENDS and not _is_installed(kind):
        package, extra = _BACKENDS[kind]
        raise MissingExtra(feature=f"bm25_normalizer={name!r}", package=package, extra=extra)
    return kind


def normaliser(name: str) -> Normaliser:
    """Return the normaliser of a name ("auto" included), one for the whole process; raises as `resolve_normalizer`."""
    return _normaliser(resolve_normalizer(name))


@cache
def _normaliser(name: Normalizer) -> Normaliser:
    makers: dict[Normalizer, Callable[[], Callable[[str], str]]] = {"stem": _stemmer, "lemma": _lemmatiser}
    return Normaliser(name, makers[name]() if name in makers else str)


def _is_installed(kind: Normalizer) -> bool:
    return importlib.util.find_spec(_BACKENDS[kind][0]) is not None


def _stemmer() -> Callable[[str], str]:
    snowball: Any = importlib.import_module("snowballstemmer")
    russian, english = snowball.stemmer("russian"), snowball.stemmer("english")

    def form(word: str) -> str:
        if _CYRILLIC.search(word):
            return mended_stem(word, russian.stemWord)
        return str(english.stemWord(word)) if _LATIN.search(word) else word

    return form


def _lemmatiser() -> Callable[[str], str]:
    morphology: Any = importlib.import_module("pymorphy3").MorphAnalyzer()

    def form(word: str) -> str:
        if _CYRILLIC.search(word):
            readings = morphology.parse(_loan_form(word))
            # «устав» is a noun here, not what is left of «устать»
            nouns = [reading for reading in readings if "NOUN" in reading.tag] if _noun_root(word) else []
            return str((nouns or readings)[0].normal_form).replace("ё", "е")
        return _english_singular(word) if _LATIN.search(word) else word

    return form


def _english_singular(word: str) -> str:
    """Return an English word without its plural ending (S-stemmer: Harman, "How effective is suffixing?", 1991)."""
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return word[:-3] + "y"
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss")):
        return word[:-1]
    return word


# ---------------------------------------------------------------- what Snowball breaks

# Snowball knows no words, so a root that ends like a suffix loses it in the nominative only: «устав» -> «уста» but
# «устава» -> «устав», «кредит» -> «кред», «подпись» -> «подп», «заём» -> «за». A query in the nominative, the form that
# people type, then misses every other form. (Reported as snowballstem/snowball#65 for ё.)

#: Nouns whose end Snowball takes for an ending, without their own ending, by what it would cut.
_NOUN_ROOTS = """
устав состав пристав сплав орган госорган обман экран капитан ветеран океан уран капитал материал квартал канал журнал
потенциал филиал генерал портал оригинал скандал персонал финал сигнал терминал принципал инициал интеллектуал
кредит госкредит аудит депозит дебит дефицит профицит лимит реквизит транзит визит габарит бандит паразит магнит алфавит
композит плебисцит саммит фаворит аффидевит графит гранит колорит сателлит
обмен взаимообмен товарообмен размен экзамен феномен домен омбудсмен бизнесмен спортсмен рентген полиэтилен суверен
метрополитен абориген замен взаимозамен подмен отмен перемен измен арен гигиен охран
диплом перелом альбом разлом облом симптом синдром фантом погром разгром исполком райисполком облисполком горисполком
военком профком партком райком горком обком избирком домком завком местком управдом агроном аэродром космодром ипподром
металлолом детдом геном псалом
актив норматив кооператив коллектив корректив архив аккредитив массив мотив локомотив детектив императив негатив позитив
курсив прилив отлив залив разлив розлив пролив рецидив эксклюзив реактив объектив пассив креатив инициатив директив
альтернатив перспектив
вызов улов отлов остров полуостров покров засов кузов останов остов перелов богослов основ держав королев
запис подпис опис роспис летопис рукопис перепис надпис аудиозапис видеозапис звукозапис перезапис живопис пропис
машинопис окис перекис недокис примес помес смес занавес
режим псевдоним аноним нажим зажим прижим интим синоним топоним отжим
отзыв перерыв разрыв прорыв призыв созыв обрыв порыв позыв взрыв подрыв надрыв отрыв наплыв размыв подзыв нарыв
посев пересев засев отсев нагрев обогрев разогрев подогрев перегрев
ислам бальзам универсам альманах монах запах размах промах модем тотем опыт отдых посыл распыл изолят дистиллят
систем экосистем реклам проблем эмблем правил могил казначе музе юбиле иде лотере галере ассамбле случа обыча
прием радиоприем водоприем объем микрообъем подъем отъем съем разъем выем водоем проем окоем чернозем глинозем
"""
_ROOTS = frozenset(_NOUN_ROOTS.split())
_NOUN_ENDINGS = frozenset(
    ["", *"аяуюыиеойь", "ом", "ем", "ой", "ей", "ью", "ия", "ам", "ям", "ах", "ях", "ов", "ев", "ами", "ями"]
)
#: -заём and -наём, whose root changes: займа, найма. «Замерзаем» and «знаем» are other words.
_LOAN = re.compile(r"^(?:гос|обл|евро|микро|авто|)заем$|^(?:под|пере|)наем$")
#: «Список — списка», «сделок — сделка», «издержек — издержка», «истец — истца», «владелец — владельца»: a vowel that
#: only the form without an ending has. Each pattern with what takes the place of the vowel.
_FLEETING = (
    (re.compile(r"(?<=[^аеиоуыэюяйь])ок$"), "ка"),
    (re.compile(r"(?<=[жшч])ек$"), "ка"),
    (re.compile(r"(?<=[аеоу])ек$"), "йка"),
    (re.compile(r"(?<=л)ец$"), "ьца"),
    (re.compile(r"(?<=[^аеиоуыэюяйьл])ец$"), "ца"),
)
#: Words of these shapes keep the vowel: срок — срока, поток — потока, блок — блока, чтец — чтеца.
_KEEPS_VOWEL = re.compile(
    r"^(?:с|у|по|за|об|про|о|на|иг)?рок$|^(?:по|при|от|ис|с|вос|водос|водо|про|пере|рас)?ток$|(?:блок|шок)$"
    r"|^(?:[бсдк]ок|знаток|ездок|едок|седок|высок|широк|глубок|жесток|одинок)$|^(?:чт|жр|кузн|мудр|подл|нагл|льст)ец$"
)


def mended_stem(word: str, stem: Callable[[str], str]) -> str:
    """Return the Snowball stem of a Russian word, the same for all forms of a noun where Snowball alone splits it."""
    return _noun_root(word) or stem(_regular_form(word))


def _noun_root(word: str) -> str:
    """Return the root of a form of a noun that Snowball would cut wrongly; "" for any other word."""
    for length in range(4):
        root, ending = word[: len(word) - length], word[len(word) - length :]
        if root in _ROOTS and ending in _NOUN_ENDINGS:
            return root
    return ""


def _regular_form(word: str) -> str:
    """Return a form of the same noun with the stem of its other forms; most words are returned as they are."""
    for pattern, ending in _FLEETING:
        if pattern.search(word) and not _KEEPS_VOWEL.search(word):
            return pattern.sub(ending, word)
    return _loan_form(word)


def _loan_form(word: str) -> str:
    """Return the genitive of заём, наём and their compounds («заем» alone reads as a verb); other words unchanged."""
    return word[:-2] + "йма" if _LOAN.search(word) else word
