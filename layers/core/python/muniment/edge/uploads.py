"""Documents that are sent by themselves, as the API announces them and answers."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Self

from pydantic import Field, StrictInt

from muniment.app.uploads import NewUpload
from muniment.app.views import UploadView as Upload
from muniment.domain.uploads import LARGEST, TYPES
from muniment.edge.errors import UnsupportedTypeError
from muniment.edge.fields import Moment, Name, SafeId
from muniment.edge.schemas import Labelled, Use
from muniment.edge.views import View


class UploadBody(Use, Labelled):
    """A document that will be sent by itself."""

    session: SafeId
    id: SafeId | None = Field(None, description="by which the document is known again")
    name: Name | None = Field(None, description="a name to show as its source")
    content_type: Annotated[str, Field(json_schema_extra={"enum": list(TYPES)})]
    size: StrictInt = Field(ge=1, le=LARGEST, description="bytes, at most")
    at: Moment | None = Field(None, description="when it was written; if left out: now")

    def announced(self) -> NewUpload:
        """Return the document as the use case takes it; UnsupportedTypeError if it is no text."""
        if self.content_type not in TYPES:
            raise UnsupportedTypeError(*TYPES)
        return NewUpload(
            self.session, self.content_type, self.size, self.id, self.name, self.at, self.labels
        )


class FormView(View):
    """Send `fields` and then the document, as the field `file`, to `url` as multipart/form-data."""

    url: str
    fields: Mapping[str, str]
    until: datetime
    """From then on it is not taken any more."""
    max_bytes: int


class UploadView(View):
    """The operation waits for the document."""

    operation_id: str
    form: FormView | None = None
    """None where nothing is waited for any more."""

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for a document that was announced."""
        if not isinstance(view, Upload):
            return super().of(view)
        if view.form is None or view.until is None or view.size is None:
            return cls(operation_id=view.operation)
        form = FormView(
            url=view.form.url, fields=view.form.fields, until=view.until, max_bytes=view.size
        )
        return cls(operation_id=view.operation, form=form)
