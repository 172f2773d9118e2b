"""Rules of the service that OpenAPI cannot say, for the requests that schemathesis takes for valid ones.

Requests that it makes to be refused stay as they are, and so does everything that the document can say.
"""

import datetime

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    query, headers = case.query, case.headers
    # Authenticated and bound to the filters: no value but a `nextCursor` of the same walk is one.
    query.pop("cursor", None)
    # A topic of the deployment, and a position that is in its log.
    if "X-Wait-For-Position" in headers:
        headers["X-Wait-For-Position"] = "known/0/0, known/1/0"
    # The key is that of an agency, which names a location or the whole company.
    if "scope" in query:
        query.pop("locationId", None)
        headers.pop("X-Wait-For-Position", None)
    else:
        query["locationId"] = "l1"
    # At least one word.
    if "query" in query:
        query["query"] = "ada"
    # One of the two is required.
    if case.path.startswith("/credit-reports") and "requestId" not in query:
        query.setdefault("contactId", "c1")
    if "updatedSince" in query and not is_in_calendar(query["updatedSince"]):
        query["updatedSince"] = "2026-11-23T08:00:00.000Z"


def is_in_calendar(instant):
    try:
        datetime.date.fromisoformat(str(instant)[:10])
    except ValueError:
        return False
    return True
