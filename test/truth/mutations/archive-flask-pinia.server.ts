import type { Mutation } from '../mutation.ts';

const routes = 'api/archive/records/routes.py';
const service = 'api/archive/records/service.py';
const loanRoutes = 'api/archive/loans/routes.py';
const loanService = 'api/archive/loans/service.py';
const app = 'api/archive/__init__.py';
const client = 'web/src/services/records.js';
const loans = 'web/src/services/loans.js';

export const mutations: readonly Mutation[] = [
  {
    rule: 'XREF-001',
    what: 'search is gone',
    file: routes,
    find: `@bp.get("/search")
def search():
    return jsonify(service.search(request.args.get("q", "")))
`,
    put: '',
    at: client,
  },
  {
    rule: 'XREF-001',
    what: 'a return has another address',
    file: loanRoutes,
    find: `"/<int:loan_id>/return"`,
    put: `"/<int:loan_id>/give-back"`,
    at: loans,
  },
  {
    rule: 'XREF-001',
    what: 'the records move',
    file: app,
    find: `url_prefix="/api/records"`,
    put: `url_prefix="/api/items"`,
    at: client,
    also: ['XREF-001'],
  },
  {
    rule: 'XREF-002',
    what: 'a misspelt address',
    file: loans,
    find: `'/loans/overdue'`,
    put: `'/loans/late'`,
  },
  {
    rule: 'XREF-002',
    what: 'shelves are patched',
    file: client,
    find: 'http.put(`/records',
    put: 'http.patch(`/records',
  },
  {
    rule: 'XREF-002',
    what: 'returns are put',
    file: loanRoutes,
    find: `@loans.post("/<int:loan_id>/return")`,
    put: `@loans.put("/<int:loan_id>/return")`,
    at: loans,
  },
  {
    rule: 'XREF-002',
    what: 'no records can be added',
    file: routes,
    find: `@bp.route("/", methods=["POST"])`,
    put: `@bp.route("/new", methods=["POST"])`,
    at: client,
    also: ['XREF-001'],
  },
  {
    rule: 'WIRE-001',
    what: 'a blueprint is not registered',
    file: app,
    find: `    app.register_blueprint(loans)\n`,
    put: '',
    at: loanRoutes,
    also: ['XREF-001'],
  },
  {
    rule: 'WIRE-002',
    what: 'lending does nothing',
    file: loanRoutes,
    find: `    loan = lend(body["record_id"], body["reader"])
    return jsonify(id=loan.id, state=loan.state.value), 201`,
    put: `    return jsonify(id=1, state="open"), 201`,
  },
  {
    rule: 'SDL-001',
    what: 'a move is not committed',
    file: service,
    find: `    record.shelf = shelf
    db.session.commit()
`,
    put: `    record.shelf = shelf
`,
  },
  {
    rule: 'SDL-001',
    what: 'a new record is not committed',
    file: service,
    find: `    db.session.add(record)
    db.session.commit()
`,
    put: `    db.session.add(record)
`,
  },
  {
    rule: 'SDL-001',
    what: 'a loan is made and not added',
    file: loanService,
    find: `    db.session.add(loan)
    db.session.commit()
`,
    put: '',
  },
  {
    rule: 'SDL-002',
    what: 'the record that is lent is not the one that was made',
    file: 'web/src/stores/records.js',
    find: `      const made = await addRecord(record);
      await loans.lend(made.id, reader);`,
    put: `      await addRecord(record);
      await loans.lend(record.id, reader);`,
  },
  {
    rule: 'SDL-003',
    what: 'no title, no word',
    file: 'web/src/pages/RecordsPage.vue',
    find: `  if (!title.value) {
    store.error = 'A record needs a title.';
    return;
  }`,
    put: `  if (!title.value) return;`,
  },
  {
    rule: 'BACK-001',
    what: 'words in the text of a query',
    file: service,
    find: `        text("SELECT id, title FROM records WHERE fragile = false AND title ILIKE :words"), {"words": f"%{words}%"}`,
    put: `        text(f"SELECT id, title FROM records WHERE fragile = false AND title ILIKE '%{words}%'")`,
  },
  {
    rule: 'BACK-001',
    what: 'words by format',
    file: service,
    find: `        text("SELECT id, title FROM records WHERE fragile = false AND title ILIKE :words"), {"words": f"%{words}%"}`,
    put: `        text("SELECT id, title FROM records WHERE title ILIKE '%{}%'".format(words))`,
  },
  {
    rule: 'BACK-002',
    what: 'one query for each title',
    file: loanService,
    find: `    ids = [each.record_id for each in loans]
    return [each.title for each in Record.query.filter(Record.id.in_(ids)).all()]`,
    put: `    return [Record.query.get(each.record_id).title for each in loans]`,
  },
  {
    rule: 'BACK-016',
    what: 'replaced and committed in between',
    file: loanService,
    find: `    with db.session.begin_nested():
        Loan.query.filter_by(reader=reader).delete()
        db.session.add_all([Loan(record_id=each, reader=reader) for each in record_ids])
    db.session.commit()`,
    put: `    Loan.query.filter_by(reader=reader).delete()
    db.session.commit()
    db.session.add_all([Loan(record_id=each, reader=reader) for each in record_ids])
    db.session.commit()`,
  },
  { rule: 'DB-002', what: 'a boolean is nought', file: service, find: `fragile = false`, put: `fragile = 0` },
  {
    rule: 'DB-008',
    what: 'a key that refers to nothing',
    file: 'api/archive/models.py',
    find: `db.Column(db.Integer, db.ForeignKey("records.id"), nullable=False)`,
    put: `db.Column(db.Integer, nullable=False)`,
    also: ['DB-006'],
  },
  {
    rule: 'ENUM-002',
    what: 'a state that there is not',
    file: 'web/src/pages/LoansPage.vue',
    find: `state === 'returned'`,
    put: `state === 'closed'`,
  },
];
