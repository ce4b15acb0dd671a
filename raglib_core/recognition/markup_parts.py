"""XML parts of office files as trees: no entity, no definition of a document type, no more tags than a text needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from raglib_core.errors import LimitExceeded, MissingExtra, RecognitionError
from raglib_core.recognition.archive import Archive

#: An element of lxml, which has no types of its own.
Node = Any

MAX_TAGS = 4_000_000
MAX_PARAGRAPHS = 200_000
_LEAD = 65_536


def parse_part(archive: Archive, part: str, feature: str) -> Node | None:
    """Return the root element of an XML part, None where the archive has no such part.

    Raises RecognitionError for XML that is not well formed or defines a document type (the door of entity attacks),
    LimitExceeded for more than `MAX_TAGS` tags, and MissingExtra where lxml is not installed.
    """
    try:
        from lxml import etree
    except ImportError:
        raise MissingExtra(feature=feature, package="lxml", extra="documents") from None
    data = archive.read(part)
    if not data:
        return None
    tags = data.count(b"<")
    if tags > MAX_TAGS:
        raise LimitExceeded(name=archive.name, what="markup", value=f"{tags} tags", limit=f"{MAX_TAGS} tags")
    if b"<!DOCTYPE" in data[:_LEAD].replace(b"\x00", b"").upper():
        raise _refused(archive.name, part)
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        reason = f"{part} is damaged ({error}); save the file anew in its program"
        reason_ru = f"часть {part} повреждена ({error}); сохраните файл заново в его программе"
        raise RecognitionError(name=archive.name, reason=reason, reason_ru=reason_ru) from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise _refused(archive.name, part)
    return root


def _refused(name: str, part: str) -> RecognitionError:
    reason = f"{part} defines a document type, which no office program writes; refused as unsafe"
    reason_ru = f"часть {part} задаёт тип документа, чего офисные программы не делают; отклонено как небезопасное"
    return RecognitionError(name=name, reason=reason, reason_ru=reason_ru)


def check_paragraphs(body: Node, name: str) -> None:
    """Raise LimitExceeded for a body of more than `MAX_PARAGRAPHS` paragraphs."""
    count = sum(1 for _ in body.iter("{*}p"))
    if count > MAX_PARAGRAPHS:
        raise LimitExceeded(name=name, what="paragraphs", value=count, limit=MAX_PARAGRAPHS)


def local(node: Node) -> str:
    """Return the name of an element without its namespace; "" for a comment or an instruction."""
    tag = node.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def children(node: Node | None, name: str) -> Iterator[Node]:
    """Yield the children of that local name; nothing for None."""
    if node is not None:
        yield from (child for child in node if local(child) == name)


def child(node: Node | None, *path: str) -> Node | None:
    """Return the first element down a path of local names, None where it breaks off."""
    for name in path:
        node = next(children(node, name), None)
    return node


def attribute(node: Node | None, name: str, default: str = "") -> str:
    """Return an attribute by its local name, whatever its namespace; ``default`` for None and where it is absent."""
    if node is None:
        return default
    for key, value in node.attrib.items():
        if key.rpartition("}")[2] == name:
            return str(value)
    return default


def integer(text: str, default: int = 0) -> int:
    """Return a number as office files write it («-1», «360»); ``default`` for anything else."""
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 12 else default
