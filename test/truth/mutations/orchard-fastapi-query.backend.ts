import type { Mutation } from '../mutation.ts';

const orders = 'backend/orchard/api/orders.py';
const boxes = 'backend/orchard/api/boxes.py';
const repositories = 'backend/orchard/repositories.py';
const models = 'backend/orchard/models.py';
const schemas = 'backend/orchard/schemas.py';

export const mutations: readonly Mutation[] = [
  {
    rule: 'XREF-001',
    what: 'a route is deleted',
    file: orders,
    find: `@router.put("/{order_id}/status", response_model=OrderRead)
async def change_status(order_id: int, change: StatusChange, service: Orders):
    return await service.change(order_id, change.status)
`,
    put: '',
    at: 'frontend/src/queries/orders.ts',
  },
  {
    // Another route has a parameter in that place, with another method.
    rule: 'XREF-002',
    what: 'a route of one word is deleted',
    file: orders,
    find: `@router.get("/waiting")
async def count_waiting(service: Orders) -> dict[str, int]:
    return {"waiting": await service.orders.waiting()}
`,
    put: '',
    at: 'frontend/src/queries/orders.ts',
  },
  {
    rule: 'XREF-001',
    what: 'the prefix of a router changes',
    file: boxes,
    find: `prefix="/boxes"`,
    put: `prefix="/crates"`,
    at: 'frontend/src/queries/boxes.ts',
    also: ['API-001', 'API-004'],
  },
  {
    rule: 'XREF-001',
    what: 'the prefix of all routes changes',
    file: 'backend/orchard/api/__init__.py',
    find: `APIRouter(prefix="/api/v1")`,
    put: `APIRouter(prefix="/api/v2")`,
    at: '*',
  },
  {
    rule: 'XREF-002',
    what: 'put becomes patch',
    file: orders,
    find: `@router.put(`,
    put: `@router.patch(`,
    at: 'frontend/src/queries/orders.ts',
  },
  {
    rule: 'XREF-002',
    what: 'the post of a list is deleted',
    file: boxes,
    find: `

@router.post("", response_model=BoxRead, status_code=status.HTTP_201_CREATED)
async def create_box(wish: BoxCreate, member: MemberDep, boxes: Boxes):
    return await BoxService(boxes).offer(member, wish)`,
    put: '',
    at: 'frontend/src/queries/boxes.ts',
    also: ['API-004', 'API-001'],
  },
  {
    rule: 'WIRE-001',
    what: 'a router is not included',
    file: 'backend/orchard/api/__init__.py',
    find: `api.include_router(sessions.router)\n`,
    put: '',
    at: '*',
    also: ['XREF-001', 'ORPHAN-001'],
  },
  {
    rule: 'WIRE-002',
    what: 'a handler makes its answer up',
    file: orders,
    find: `    return {"waiting": await service.orders.waiting()}`,
    put: `    return {"waiting": 3}`,
  },
  {
    rule: 'SDL-001',
    what: 'an order is added and never committed',
    file: repositories,
    find: `    async def add(self, order: Order) -> Order:
        self.session.add(order)
        await self.session.commit()
        return order`,
    put: `    async def add(self, order: Order) -> Order:
        self.session.add(order)
        return order`,
  },
  {
    rule: 'SDL-001',
    what: 'a status is set and never committed',
    file: repositories,
    find: `        order.status = status
        await self.session.commit()`,
    put: `        order.status = status`,
  },
  {
    rule: 'SAFE-006',
    what: 'the commit is not awaited',
    file: repositories,
    find: `        await self.session.delete(order)
        await self.session.commit()`,
    put: `        await self.session.delete(order)
        self.session.commit()`,
  },
  {
    rule: 'BACK-001',
    what: 'a name in the text of a query',
    file: repositories,
    find: `    async def waiting(self) -> int:`,
    put: `    async def named(self, name: str) -> int:
        return (await self.session.execute(text(f"SELECT id FROM boxes WHERE name = '{name}'"))).scalar_one()

    async def waiting(self) -> int:`,
  },
  {
    rule: 'BACK-002',
    what: 'the box of each order is asked for in a loop',
    file: 'backend/orchard/services.py',
    find: `    async def withdraw(self`,
    put: `    async def total(self, member: Member) -> int:
        total = 0
        for order in await self.orders.of_member(member):
            box = await self.boxes.get(order.box_id)
            total += box.price_cents * order.quantity
        return total

    async def withdraw(self`,
  },
  {
    rule: 'DB-001',
    what: 'raw SQL with a status that is never stored',
    file: repositories,
    find: `status = 'PLACED'`,
    put: `status = 'OPEN'`,
  },
  {
    rule: 'DB-002',
    what: 'raw SQL compares a boolean with a number',
    file: repositories,
    find: `    async def waiting(self) -> int:`,
    put: `    async def in_season(self) -> int:
        return (await self.session.execute(text("SELECT count(*) FROM boxes WHERE in_season = 1"))).scalar_one()

    async def waiting(self) -> int:`,
  },
  {
    rule: 'DB-004',
    what: 'a status loses its default',
    file: models,
    find: `mapped_column(Enum(OrderStatus), default=OrderStatus.PLACED)`,
    put: `mapped_column(Enum(OrderStatus))`,
  },
  {
    rule: 'DB-006',
    what: 'a foreign key loses its relationship',
    file: models,
    find: `    box: Mapped[Box] = relationship(back_populates="orders")\n`,
    put: '',
    also: ['DB-007'],
  },
  {
    rule: 'DB-008',
    what: 'a foreign key is a plain number',
    file: models,
    find: `    box_id: Mapped[int] = mapped_column(ForeignKey("boxes.id"))`,
    put: `    box_id: Mapped[int]`,
  },
  {
    rule: 'API-001',
    what: 'the server gives a field another name than the contract',
    file: schemas,
    find: `    status: OrderStatus
    placed_at: datetime`,
    put: `    status: OrderStatus
    ordered_at: datetime`,
    at: '*',
  },
  {
    rule: 'API-003',
    what: 'the server gives a text for a number',
    file: schemas,
    find: `    name: str
    price_cents: int
    in_season: bool`,
    put: `    name: str
    price_cents: str
    in_season: bool`,
    at: '*',
  },
  {
    rule: 'API-004',
    what: 'the server takes another field',
    file: schemas,
    find: `    quantity: int = Field(ge=1, le=20)`,
    put: `    amount: int = Field(ge=1, le=20)`,
    at: '*',
  },
  {
    rule: 'ENUM-003',
    what: 'a delivered order is packed again',
    file: 'backend/orchard/services.py',
    find: `    async def withdraw(self`,
    put: `    async def repack(self, order: Order) -> Order:
        if order.status == OrderStatus.DELIVERED:
            order.status = OrderStatus.PACKED
            await self.orders.session.commit()
        return order

    async def withdraw(self`,
  },
];
