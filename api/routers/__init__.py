"""Ways in for programs: one router for each register, each a thin door to its service.

A router names its path, its declared problems and its typed dependencies, calls one service and
shapes one answer. It holds no rule of law, no SQL and no status code of a refusal.

    router = APIRouter(prefix="/infected-places", tags=["infected places"],
                       responses=declared(Malformed, NotSignedIn))

    class Order(Body):                                   # api.fields.Body: unknown fields refused
        disease: str
        premises_id: int | None = None
        signed_at: Moment | None = None

    @router.post("", status_code=201, responses=declared(NoAuthority, Refused))
    def order(body: Order, officer: CurrentOfficer, register: RegisterDep, once: Once) -> Response:
        \"\"\"The Inspector's order (section 11(1)).\"\"\"
        def act() -> Done:
            with register.writing() as writing:          # the one transaction of the request
                place = service.order(writing, officer, ...)
                return Done(201, shape(place))
        return once(act)                                 # a repeated Idempotency-Key: same answer

    @router.get("")
    def places(request: Request, times: Times, page: Paging, register: RegisterDep) -> Response:
        with register.reading() as reading:
            ...
        return listing(request, page, items, total)      # or a FeatureCollection, as asked

`api.app.include_api` adds it under /api/v1.
"""
