import type { Mutation } from '../mutation.ts';

const repositories = 'backend/orchard/repositories.py';
const tests = 'backend/tests/test_orders.py';

export const mutations: readonly Mutation[] = [
  {
    rule: 'SEED-002',
    what: 'seeded boxes are out of season',
    file: 'backend/orchard/seed.py',
    find: `price_cents=1200, in_season=True, grower_id=grower.id),
                Box(name="Quinces", price_cents=1800, in_season=True`,
    put: `price_cents=1200, in_season=False, grower_id=grower.id),
                Box(name="Quinces", price_cents=1800, in_season=False`,
  },
  {
    rule: 'SEED-003',
    what: 'no buyer is seeded',
    file: 'backend/orchard/seed.py',
    find: `        buyer = Member(email="bela@orchard.test", password_hash=password_hash, role=MemberRole.BUYER)
        session.add_all([grower, buyer])`,
    put: `        session.add_all([grower])`,
    at: '*',
  },
  {
    rule: 'MOCK-003',
    what: 'made-up boxes',
    file: repositories,
    find: `        query = select(Box).where(Box.in_season.is_(True)).order_by(Box.name).limit(limit)
        return (await self.session.scalars(query)).all()`,
    put: `        mock_boxes = [Box(id=1, name="Apples", price_cents=1200), Box(id=2, name="Pears", price_cents=900)]
        return mock_boxes[:limit]`,
    also: ['SEED-002'],
  },
  {
    rule: 'SEC-001',
    what: 'the key of the tokens is written in',
    file: 'backend/orchard/config.py',
    find: `    token_key: str\n`,
    put: `    token_key: str = "vM3k¦J8qLx0Zt5Rw2Ny7Pc4Hd"\n`,
  },
  {
    rule: 'DEPLOY-004',
    what: 'the cache is called otherwise',
    file: 'docker-compose.yml',
    find: `redis://cache:6379/0`,
    put: `redis://redis:6379/0`,
    at: '*',
  },
  {
    rule: 'DEPLOY-002',
    what: 'a variable without default is set nowhere',
    file: 'docker-compose.yml',
    find: `      ORCHARD_REDIS_URL: redis://cache:6379/0\n`,
    put: '',
    at: '*',
  },
  {
    rule: 'DEPLOY-001',
    what: 'the server listens on another port',
    file: 'backend/Dockerfile',
    find: `"--port", "8000"`,
    put: `"--port", "8080"`,
    at: '*',
  },
  {
    rule: 'TEST-001',
    what: 'a test looks at nothing',
    file: tests,
    find: `    assert answer.status_code == 404\n`,
    put: '',
  },
  {
    rule: 'TEST-002',
    what: 'an assertion that is always true',
    file: tests,
    find: `    assert answer.status_code == 404`,
    put: `    assert answer.status_code == 404 or True`,
  },
  {
    rule: 'TEST-004',
    what: 'a skipped test',
    file: 'backend/tests/test_boxes.py',
    find: `async def test_boxes_on_offer_are_listed`,
    put: `@pytest.mark.skip\nasync def test_boxes_on_offer_are_listed`,
  },
  {
    rule: 'TEST-005',
    what: 'an empty test',
    file: tests,
    find: `    answer = await client.post("/api/v1/orders", json={"box_id": 77, "quantity": 1})
    assert answer.status_code == 404
`,
    put: `    pass\n`,
    also: ['TEST-001'],
  },
  {
    rule: 'TEST-006',
    what: 'a test sleeps',
    file: tests,
    find: `    answer = await client.post("/api/v1/orders", json={"box_id": 77, "quantity": 1})`,
    put: `    answer = await client.post("/api/v1/orders", json={"box_id": 77, "quantity": 1})
    await asyncio.sleep(3)`,
  },
];
