"""Sentences of the agent: why a run is degraded (``notice.agent_…``)."""

from __future__ import annotations

TABLE: dict[str, tuple[str, str]] = {
    "notice.agent_model_failed": (
        "Модель не ответила на шаге {stage}: {error}",
        "The model failed at step {stage}: {error}",
    ),
    "notice.agent_unreadable": (
        "Ответ модели на шаге {stage} не удалось разобрать.",
        "The reply of the model at step {stage} could not be read.",
    ),
    "notice.agent_budget": (
        "Бюджет вызовов модели ({calls}) исчерпан до шага {stage}.",
        "The budget of model calls ({calls}) was used up before step {stage}.",
    ),
    "notice.agent_nothing_accepted": (
        "Модель не признала подходящим ни один пункт: показан обычный поиск.",
        "The model accepted no clause: the plain search is shown.",
    ),
}
