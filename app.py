"""The application: ``streamlit run app.py``. The frame, the menu and the pages are in raglib_core.ui."""

from raglib_core.ui import shell

shell.run()
