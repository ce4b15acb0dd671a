"""The application's views: the pages of ``pages/`` call them, and they call `raglib_core.api`; only here is streamlit.

One way through: ``app.py`` draws the frame (`shell`), a page names its view (`build_view`, `contents_view`,
`search_view`, `trace_view`, `evaluation_view`), a view asks `state` for the open index and draws with the small
components (`clause_card`, `states`, `tree`, `charts`). What matters to a user stands in the URL (`address`), what
lasts lies in the workspace (`workspace`), a running build in `builds`.
"""
