"""Client of the Caseport integration API: one file, without dependencies, for Python 3.9 and later.

    from caseport import Caseport

    caseport = Caseport(api_key=os.environ["KEY"], base_url="https://caseport.example.com")
    for case in caseport.cases.list({"view": "full"}):
        print(case["sequenceId"])

Each operation of the reference is a method with the operation's name: IDs first, then the query or the body, then
options by name. Responses are dictionaries, without `success`; `etag` is there if the operation returns one.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import os
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import (
    TYPE_CHECKING,
    Any,
    BinaryIO,
    Callable,
    Dict,
    Generic,
    Iterable,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
    Union,
)

if TYPE_CHECKING:
    from typing_extensions import Literal, NotRequired, Required, TypedDict, Unpack

__version__ = "{version}"


class CaseportError(Exception):
    """Everything that this module raises about a call or a webhook."""


class ApiError(CaseportError):
    """A response that is not a success."""

    operation: str
    """The operation, such as `clients.update`."""
    status: int
    code: str
    """Stable, such as `STALE_REVISION`; empty if the response is not Caseport's."""
    reason: Optional[str]
    """Finer than the code, such as `missing_scope`."""
    detail: Optional[str]
    """What the reason is about: a scope, an ID."""
    request_id: Optional[str]
    """Quote it in support requests."""
    attempts: int
    """How often the request was sent. After more than one, an earlier attempt may have taken effect."""
    retry_after: Optional[int]
    """Seconds."""

    def __init__(self, message: str, operation: str, status: int, code: str, headers: Mapping[str, str], attempts: int):
        self.operation, self.status, self.code, self.attempts = operation, status, code, attempts
        self.reason, self.detail = headers.get("x-error-reason"), headers.get("x-error-detail")
        self.request_id = headers.get("x-request-id")
        after = headers.get("retry-after", "")
        self.retry_after = int(after) if after.isdigit() else None
        facts = [operation, str(status), code, self.reason, self.detail, self.request_id]
        super().__init__(f"{message} ({' '.join(fact for fact in facts if fact)})")


class ConnectionError(CaseportError):
    """No complete response arrived: whether the request took effect is unknown."""

    def __init__(self, message: str, operation: str, attempts: int):
        self.operation, self.attempts = operation, attempts
        super().__init__(f"{message} ({operation})")


class NotModifiedError(ApiError):
    """The response to `if_none_match` is 304: your copy is current."""


class ValidationError(ApiError):
    """The request is invalid: the message lists every fault."""


class CursorExpiredError(ValidationError):
    """The events after the cursor were deleted: read the lists again, then follow from a new cursor."""


class UnauthorizedError(ApiError):
    """The key is missing, unknown, expired, paused or revoked."""


class ForbiddenError(ApiError):
    """The key must not do this: see `reason` and `detail`."""


class NotFoundError(ApiError):
    """There is no such record for this key."""


class InvalidStateTransitionError(ApiError):
    """The record's status does not allow the change."""


class DuplicateEntryError(ApiError):
    """`detail` has the ID of the existing record if your key created it."""


class StaleRevisionError(ApiError):
    """The record has changed since the revision in `if_match`: read it again."""


class IdempotencyConflictError(ApiError):
    """The idempotency key was used with another request."""


class IdempotencyInProgressError(ApiError):
    """A request with the same idempotency key is running."""


class IntegrationNotConfiguredError(ApiError):
    """The operation needs an acting attorney, and the key has none."""


class PayloadTooLargeError(ApiError):
    """The body is too large."""


class RateLimitedError(ApiError):
    """Too many requests: wait for `retry_after` seconds."""


class ServerError(ApiError):
    """`INTERNAL_ERROR`. A proxy's 502, 503 or 504 is an `ApiError` with an empty `code`."""


class WebhookVerificationError(CaseportError):
    """The signature, the time or the headers of a webhook are wrong: do not process it."""


_ERRORS = {
    "VALIDATION_FAILED": ValidationError,
    "UNAUTHORIZED": UnauthorizedError,
    "FORBIDDEN": ForbiddenError,
    "NOT_FOUND": NotFoundError,
    "INVALID_STATE_TRANSITION": InvalidStateTransitionError,
    "DUPLICATE_ENTRY": DuplicateEntryError,
    "STALE_REVISION": StaleRevisionError,
    "IDEMPOTENCY_CONFLICT": IdempotencyConflictError,
    "IDEMPOTENCY_IN_PROGRESS": IdempotencyInProgressError,
    "INTEGRATION_NOT_CONFIGURED": IntegrationNotConfiguredError,
    "PAYLOAD_TOO_LARGE": PayloadTooLargeError,
    "RATE_LIMITED": RateLimitedError,
    "INTERNAL_ERROR": ServerError,
}

_LONGEST_RETRY_AFTER = 120
"""Seconds: a longer `Retry-After` is raised rather than waited for."""
_FIRST_DELAY, _LONGEST_DELAY = 0.5, 16.0
_LARGEST_FORM = 26_214_400
"""Bytes of a file that one request takes; larger files go in parts."""
_FILE_TIMEOUT = 3_600.0
_FOLLOW_WAIT = 25

_Item = TypeVar("_Item")
_Page = TypeVar("_Page")
_Json = Dict[str, Any]


class _Request(NamedTuple):
    operation: str
    method: str
    url: str
    headers: Dict[str, str]
    body: Optional[bytes]
    can_repeat: bool
    """Whether a second attempt cannot take effect twice."""


class _Reply(NamedTuple):
    headers: Mapping[str, str]
    body: _Json


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would send the key to another host: it is an error like any other status."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _Operation(NamedTuple):
    """A line of the table below."""

    name: str
    method: str
    path: str
    idempotency: str
    """`k`: requires a key; `n`: a read; `i`: ignores keys."""
    items: Optional[str]
    """The list in a page."""
    is_feed: bool
    in_query: Sequence[str]
    """Members of the body's argument that are sent in the query."""

    @staticmethod
    def parse(line: str) -> _Operation:
        name, method, path, flags, items = line.split(" ")
        idempotency, _, in_query = flags.partition(":")
        return _Operation(
            name, method, path, idempotency, items.rstrip("*").strip("-") or None, items.endswith("*"), [m for m in in_query.split(",") if m]
        )


class Pages(Generic[_Item, _Page]):
    """A list: iterating reads all records, page by page; `first()` reads the first page, `pages()` all of them."""

    def __init__(self, read: Callable[[Optional[str]], Any], items: str, is_feed: bool):
        self._read, self._items, self._is_feed = read, items, is_feed

    def first(self) -> _Page:
        """The first page alone."""
        page: _Page = self._read(None)
        return page

    def pages(self) -> Iterator[_Page]:
        """Page by page. A feed ends with an empty page."""
        page = self._read(None)
        while not (self._is_feed and not page[self._items]):
            yield page
            if page["nextCursor"] is None:
                return
            page = self._read(page["nextCursor"])

    def __iter__(self) -> Iterator[_Item]:
        for page in self.pages():
            yield from page[self._items]  # type: ignore[index]


class FileCursorStore:
    """Keeps the cursor in a file, which a crash leaves as it was or as it was to be."""

    def __init__(self, path: Union[str, os.PathLike[str]]):
        self.path = os.fspath(path)

    def load(self) -> Optional[str]:
        try:
            with open(self.path, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def save(self, cursor: str) -> None:
        with open(os.open(f"{self.path}.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(cursor)
            file.flush()
            os.fsync(file.fileno())
        os.replace(f"{self.path}.new", self.path)


class EventPage:
    """Events of the feed, and the place after them."""

    def __init__(self, events: List[EventRecord], cursor: str, save: Callable[[str], None]):
        self.events, self.cursor, self._save, self._is_saved = events, cursor, save, False

    def commit(self) -> None:
        """Saves the place: call it when the events are processed. Requesting the next page does it, too."""
        if not self._is_saved:
            self._save(self.cursor)
        self._is_saved = True


class _Client:
    """Sends the requests of one key to one server."""

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        max_retries: int = 4,
        timeout: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ):
        """
        api_key: `cpk_…`
        base_url: the server, such as `https://caseport.example.com`; with or without `/api/v1`
        max_retries: how often a failed request is sent again
        timeout: seconds for each attempt
        """
        if not re.fullmatch(r"cp[kp]_\w+", api_key):
            raise TypeError("api_key must be an API key: cpk_…")
        parts = urllib.parse.urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise TypeError("base_url must be an http or https address")
        self._api_key, self._max_retries, self._timeout, self._sleep = api_key, max_retries, timeout, sleep
        self._api_url = re.sub(r"/+(api/v1/*)?$", "", base_url) + "/api/v1"
        self._opener = urllib.request.build_opener(_NoRedirects)

    def request(self, method: str, path: str, input: Optional[Mapping[str, Any]] = None, **options: Any) -> _Json:
        """Sends any request below /api/v1. `input` is the query of a GET or DELETE, otherwise the body."""
        place, _, search = re.sub(r"^/?(api/v1/)?", "/", path).partition("?")
        query = dict(urllib.parse.parse_qsl(search, keep_blank_values=True))
        known = _find_operation(method, place)
        # What is not in the table is not sent twice, unless it only reads.
        idempotency = known.idempotency if known else "n" if method == "GET" else "i"
        name = known.name if known else f"{method} {place}"
        operation = _Operation(name, method, place, idempotency, None, False, list(query))
        return self._execute(operation, (), {**query, **(input or {})}, options)

    def _call(self, name: str, ids: Sequence[str], input: Optional[Mapping[str, Any]], options: Mapping[str, Any]) -> Any:
        operation = _OPERATIONS[name]
        if operation.items is None:
            return self._execute(operation, ids, input or {}, options)

        def read(after: Optional[str]) -> _Json:
            more = {} if after is None else {"after": after}
            return self._execute(operation, ids, {**(input or {}), **more}, options)

        return Pages(read, operation.items, operation.is_feed)

    def _execute(
        self, operation: _Operation, ids: Sequence[str], input: Mapping[str, Any], options: Mapping[str, Any], form: Optional[_Form] = None
    ) -> _Json:
        """Sends one logical call. All its attempts are the same request, with the same idempotency key."""
        if operation.idempotency == "i" and operation.method == "POST":
            return self._create_lead(operation, input, options)
        is_safe = operation.idempotency != "i" or options.get("if_match") is not None
        return _to_result(self._send(self._write(operation, ids, input, options, is_safe, form), options))

    def _create_lead(self, operation: _Operation, input: Mapping[str, Any], options: Mapping[str, Any]) -> _Json:
        """Leads have no idempotency keys; an `externalId` takes their place."""
        made = None if input.get("externalId") is not None else f"sdk_{uuid.uuid4()}"
        sent = input if made is None else {**input, "externalId": made}
        try:
            return _to_result(self._send(self._write(operation, (), sent, options, True), options))
        except DuplicateEntryError as error:
            if made is None or error.attempts == 1:
                raise
            lead = self._find_lead(made, options)
            if lead is None:
                raise
            # An earlier attempt created it.
            return {"lead": lead, "etag": _quote(lead["revision"])}

    def _find_lead(self, external_id: str, options: Mapping[str, Any]) -> Optional[_Json]:
        kept = {name: value for name, value in options.items() if name in ("timeout", "max_retries")}
        reading = self._write(_OPERATIONS["leads.list"], (), {"externalId": external_id, "limit": 1}, kept, True)
        try:
            leads: List[_Json] = self._send(reading, kept).body["leads"]
        except ForbiddenError:
            return None
        return leads[0] if leads else None

    def _write(
        self,
        operation: _Operation,
        ids: Sequence[str],
        input: Mapping[str, Any],
        options: Mapping[str, Any],
        can_repeat: bool,
        form: Optional[_Form] = None,
    ) -> _Request:
        unknown = sorted(set(options) - _OPTIONS)
        if unknown:
            raise TypeError(f"{operation.name} has no option {', '.join(unknown)}")
        has_body = operation.method not in ("GET", "DELETE")
        query = {name: value for name, value in input.items() if not has_body or name in operation.in_query}
        for name in ("fields", "includeDeleted", "includeMerged"):
            value = options.get(_snake(name))
            if value is not None:
                query[name] = ",".join(value) if name == "fields" else value
        search = urllib.parse.urlencode({name: _text(value) for name, value in query.items() if value is not None})
        headers = {"x-api-key": self._api_key, "User-Agent": f"caseport-python/{__version__}", "Accept": "application/json"}
        body = None
        if form is not None:
            headers["Content-Type"], body = form
        elif has_body:
            members = {name: value for name, value in input.items() if name not in operation.in_query}
            headers["Content-Type"], body = "application/json", json.dumps(members).encode()
        if operation.idempotency == "k":
            headers["X-Idempotency-Key"] = options.get("idempotency_key") or str(uuid.uuid4())
        if options.get("if_match") is not None:
            headers["If-Match"] = _quote(options["if_match"])
        if options.get("if_none_match") is not None:
            headers["If-None-Match"] = options["if_none_match"]
        if options.get("request_id") is not None:
            headers["X-Request-Id"] = options["request_id"]
        headers.update(options.get("headers") or {})
        url = self._api_url + _fill(operation, ids) + (f"?{search}" if search else "")
        return _Request(operation.name, operation.method, url, headers, body, can_repeat)

    def _send(self, request: _Request, options: Mapping[str, Any]) -> _Reply:
        """Sends a request until it succeeds, is rejected for good, or may not be sent again."""
        max_retries = options.get("max_retries", self._max_retries)
        attempts = 0
        while True:
            attempts += 1
            try:
                return self._attempt(request, options.get("timeout", self._timeout), attempts)
            except (ApiError, ConnectionError) as error:
                delay = None if attempts > max_retries else _choose_delay(error, request.can_repeat, attempts)
                if delay is None:
                    raise
            self._sleep(delay)

    def _attempt(self, request: _Request, timeout: float, attempts: int) -> _Reply:
        sent = urllib.request.Request(request.url, data=request.body, headers=request.headers, method=request.method)
        try:
            try:
                with self._opener.open(sent, timeout=timeout) as response:
                    text, headers, status = response.read(), response.headers, response.status
            except urllib.error.HTTPError as error:
                with error:
                    text, headers, status = error.read(), error.headers, error.code
        except (OSError, http.client.HTTPException) as error:
            message = f"No complete response: {getattr(error, 'reason', error) or type(error).__name__}"
            raise ConnectionError(message, request.operation, attempts) from error
        if 200 <= status < 300:
            return _Reply(headers, _read_success(text, request.operation, attempts))
        body = _read_error(text)
        message, code = body.get("error", "The request failed"), body.get("code", "")
        kind = _ERRORS.get(code, ApiError)
        if status == 304:
            kind = NotModifiedError
        elif headers.get("x-error-reason") == "cursor_expired":
            kind = CursorExpiredError
        raise kind(message, request.operation, status, code, headers, attempts)

    def _read_end(self, **options: Any) -> str:
        page = self._call("events.list", (), {"limit": 1, "since": "2099-01-01T00:00:00Z"}, options).first()
        cursor: str = page["nextCursor"]
        return cursor

    def _follow(
        self, cursor_store: Any, start: str, filter: Optional[Mapping[str, Any]], limit: int, stop: Callable[[], bool]
    ) -> Iterator[EventPage]:
        # Interruptions are waited for.
        patient = {"max_retries": float("inf")}
        after = cursor_store.load()
        if after is None and start == "now":
            after = self._read_end(**patient)
            cursor_store.save(after)
        while not stop():
            begun = time.monotonic()
            query = {**(filter or {}), "limit": limit, "wait": _FOLLOW_WAIT}
            read = self._execute(_OPERATIONS["events.list"], (), query if after is None else {**query, "after": after}, patient)
            page = EventPage(read["events"], read["nextCursor"], cursor_store.save)
            page._is_saved = page.cursor == after
            if page.events:
                yield page
            elif time.monotonic() - begun < 1:
                # The server did not let this request wait: too many do, or it is stopping.
                self._sleep(1 + random.random() * 4)
            # The place also moves past events that the filter or the key's scopes hide.
            page.commit()
            after = page.cursor

    def _upload(self, name: str, id: str, source: UploadSource, members: Mapping[str, Any], options: Mapping[str, Any]) -> Any:
        given = dict(options)
        file_name, content_type = given.pop("file_name", None), given.pop("content_type", None)
        on_progress = given.pop("on_progress", None) or (lambda phase, sent, total: None)
        given.setdefault("timeout", _FILE_TIMEOUT)
        if given.get("idempotency_key") is None:
            given["idempotency_key"] = str(uuid.uuid4())
        file, owned = _open(source)
        try:
            total = file.seek(0, os.SEEK_END)
            name_of_file = file_name or os.path.basename(str(getattr(file, "name", "file"))) or "file"
            kind = content_type or _CONTENT_TYPES.get(name_of_file.rpartition(".")[2].lower(), "application/octet-stream")
            own = {**members, "fileName": name_of_file, "contentType": kind}
            operation = _OPERATIONS[name]
            if total <= _LARGEST_FORM:
                on_progress("sending", 0, total)
                file.seek(0)
                result = self._execute(operation, (id,), {}, given, _write_form(own, kind, file.read()))
                result.pop("upload", None)
                on_progress("sending", total, total)
                return result
            digest = _hash(file, total, on_progress)
            declared = self._execute(operation, (id,), {**own, "sizeBytes": total, "sha256": digest}, given)
            if declared["upload"] is not None:
                self._send_parts(name, file, total, declared["upload"], given, on_progress)
            rest = {option: value for option, value in given.items() if option != "if_match"}
            rest["idempotency_key"] = f"{given['idempotency_key']}:complete"
            return self._execute(_OPERATIONS["documents.complete"], (declared["document"]["id"],), {}, rest)
        finally:
            if owned:
                file.close()

    def _send_parts(
        self, name: str, file: BinaryIO, total: int, target: _Json, options: Mapping[str, Any], on_progress: Callable[[str, int, int], None]
    ) -> None:
        """The URLs are signed: they get no key."""
        pieces = target["parts"] or [{"partNumber": 1, "url": target["url"], "sizeBytes": total}]
        sent = 0
        for piece in pieces:
            file.seek((piece["partNumber"] - 1) * pieces[0]["sizeBytes"])
            put = _Request(name, "PUT", piece["url"], target["headers"], file.read(piece["sizeBytes"]), True)
            try:
                self._send(put, options)
            except NotFoundError:
                pass  # The URLs end with the last byte: an earlier attempt sent it.
            sent += piece["sizeBytes"]
            on_progress("sending", sent, total)


_Form = Tuple[str, bytes]
UploadSource = Union[str, "os.PathLike[str]", bytes, BinaryIO]
"""A path, bytes, or a file that is open for reading bytes."""

_OPTIONS = {
    "timeout",
    "max_retries",
    "request_id",
    "headers",
    "if_match",
    "if_none_match",
    "idempotency_key",
    "fields",
    "include_deleted",
    "include_merged",
}

_CONTENT_TYPES = {
    "pdf": "application/pdf",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "png": "image/png",
    "txt": "text/plain",
    "csv": "text/csv",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "mp4": "video/mp4",
}


def _snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda match: f"_{match.group().lower()}", name)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _quote(revision: Union[str, int]) -> str:
    return f'"{revision}"' if isinstance(revision, int) else revision


def _fill(operation: _Operation, ids: Sequence[str]) -> str:
    """The path with its IDs. One that would change the path raises a TypeError."""
    path = operation.path
    for parameter, id in zip(re.findall(r"{\w+}", path), ids):
        if not isinstance(id, (str, int)) or str(id) in ("", ".", ".."):
            raise TypeError(f"{operation.name}: {parameter[1:-1]} must be an ID")
        path = path.replace(parameter, urllib.parse.quote(str(id), safe=""))
    return path


def _to_result(reply: _Reply) -> _Json:
    result = {name: value for name, value in reply.body.items() if name != "success"}
    etag = reply.headers.get("etag")
    return result if etag is None else {**result, "etag": etag}


def _read_success(text: bytes, operation: str, attempts: int) -> _Json:
    """The body of a success. What is no JSON object is cut, or another server's page."""
    try:
        body = json.loads(text) if text else {}
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise ConnectionError("No complete response: it is not JSON. Check that base_url is Caseport's", operation, attempts)
    return body


def _read_error(text: bytes) -> _Json:
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _choose_delay(error: Union[ApiError, ConnectionError], can_repeat: bool, attempts: int) -> Optional[float]:
    """Seconds until the next attempt; None if the request must not be sent again."""
    if isinstance(error, ApiError):
        # A 429 is sent before anything happened. 502 and 504 are a proxy's: the response was lost.
        is_lost = error.status in (502, 503, 504) or error.code == "IDEMPOTENCY_IN_PROGRESS"
        if error.status != 429 and not (can_repeat and is_lost):
            return None
        if error.retry_after:
            return None if error.retry_after > _LONGEST_RETRY_AFTER else float(error.retry_after)
    elif not can_repeat:
        return None
    # Full jitter: clients that failed together do not return together.
    return random.random() * min(_LONGEST_DELAY, _FIRST_DELAY * 2 ** min(attempts - 1, 10))


def _find_operation(method: str, path: str) -> Optional[_Operation]:
    fitting = [
        operation
        for operation in _OPERATIONS.values()
        if operation.method == method and re.fullmatch(re.sub(r"{\w+}", "[^/]+", operation.path), path)
    ]
    # A path without parameters is served before one with.
    return min(fitting, key=lambda operation: operation.path.count("{"), default=None)


def _open(source: UploadSource) -> Tuple[BinaryIO, bool]:
    """The file, and whether it is to be closed."""
    if isinstance(source, bytes):
        import io

        return io.BytesIO(source), True
    if isinstance(source, (str, os.PathLike)):
        return open(source, "rb"), True
    return source, False


def _hash(file: BinaryIO, total: int, on_progress: Callable[[str, int, int], None]) -> str:
    digest = hashlib.sha256()
    file.seek(0)
    read = 0
    for chunk in iter(lambda: file.read(1_048_576), b""):
        digest.update(chunk)
        read += len(chunk)
        on_progress("hashing", read, total)
    return digest.hexdigest()


def _write_form(members: Mapping[str, Any], content_type: str, content: bytes) -> _Form:
    """A form has only text: None is left out, a list repeats its field."""
    boundary = uuid.uuid4().hex
    fields = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{_text(each)}\r\n'
        for name, value in members.items()
        if value is not None
        for each in (value if isinstance(value, (list, tuple)) else [value])
    ]
    file = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: {content_type}\r\n\r\n'
    body = "".join([*fields, file]).encode() + content + f"\r\n--{boundary}--\r\n".encode()
    return f"multipart/form-data; boundary={boundary}", body


def verify(
    raw_body: Union[str, bytes],
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> WebhookMessage:
    """Verifies a webhook by Standard Webhooks, and returns its message.

    raw_body: the bytes as they arrived: parsed and written again, they are others
    secrets: `whsec_…`; during a rotation the old and the new one
    tolerance: how old, or how early, a message may be, in seconds

    Raises WebhookVerificationError.
    """
    read = {name.lower(): value for name, value in headers.items()}
    id, seconds, signatures = (read.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not id or not seconds or not signatures:
        raise WebhookVerificationError("The headers webhook-id, webhook-timestamp and webhook-signature are required")
    at = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,15}", seconds) or abs(at - int(seconds)) > tolerance:
        raise WebhookVerificationError("The timestamp is too old or too new")
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    signed = f"{id}.{seconds}.".encode() + body
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        expected = "v1," + base64.b64encode(hmac.new(_read_secret(secret), signed, hashlib.sha256).digest()).decode()
        if any(hmac.compare_digest(expected.encode(), sent.encode()) for sent in signatures.split(" ")):
            message: WebhookMessage = json.loads(body)
            return message
    raise WebhookVerificationError("No signature matches the secrets")


def _read_secret(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[6:], validate=True) if secret.startswith("whsec_") else b""
    except ValueError:
        key = b""
    if len(key) < 24:
        raise WebhookVerificationError("A secret must be whsec_ and at least 24 bytes in base64")
    return key
