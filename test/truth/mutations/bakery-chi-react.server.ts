import type { Mutation } from '../mutation.ts';

const handlers = 'server/internal/server/orders.go';
const server = 'server/internal/server/server.go';
const service = 'server/internal/orders/service.go';
const store = 'server/internal/orders/store.go';
const config = 'server/internal/config/config.go';
const tests = 'server/internal/orders/service_test.go';
const api = 'web/src/api.ts';

export const mutations: readonly Mutation[] = [
  {
    rule: 'XREF-002',
    what: 'an order can no longer be cancelled',
    file: handlers,
    find: '\t\tr.Delete("/", h.cancel)\n',
    put: '',
    at: api,
  },
  {
    rule: 'XREF-001',
    what: 'the mount is renamed',
    file: server,
    find: 'r.Mount("/orders", orderHandler.Routes())',
    put: 'r.Mount("/purchases", orderHandler.Routes())',
    at: api,
  },
  {
    rule: 'XREF-001',
    what: 'the status is under another word',
    file: handlers,
    find: 'r.Put("/status", h.move)',
    put: 'r.Put("/state", h.move)',
    at: api,
  },
  {
    rule: 'XREF-002',
    what: 'an order is moved by post',
    file: handlers,
    find: 'r.Put("/status", h.move)',
    put: 'r.Post("/status", h.move)',
    at: api,
  },
  {
    rule: 'WIRE-002',
    what: 'creating answers without keeping',
    file: handlers,
    find: '\tvar input orderInput\n\tif err := json.NewDecoder(r.Body).Decode(&input); err != nil {\n\t\thttp.Error(w, "body", http.StatusBadRequest)\n\t\treturn\n\t}\n\tif err := input.Validate(); err != nil {\n\t\thttp.Error(w, err.Error(), http.StatusUnprocessableEntity)\n\t\treturn\n\t}\n\torder, err := h.service.Place(r.Context(), input.Customer, input.Bread, input.Count)\n\trespond(w, order, err)\n',
    put: '\tw.WriteHeader(http.StatusCreated)\n\tjson.NewEncoder(w).Encode(map[string]string{"status": "created"})\n',
  },
  {
    rule: 'WIRE-002',
    what: 'searching is not implemented',
    file: handlers,
    find: '\tall, err := h.service.Search(r.Context(), r.URL.Query().Get("bread"))\n\trespond(w, all, err)',
    put: '\thttp.Error(w, "not implemented", http.StatusNotImplemented)',
  },
  {
    rule: 'SDL-001',
    what: 'the status is set and not saved',
    file: service,
    find: '\torder.Status = status\n\treturn s.store.Save(ctx, order)',
    put: '\torder.Status = status\n\treturn nil',
  },
  {
    rule: 'BACK-001',
    what: 'the bread is written into the statement',
    file: store,
    find: `Raw("SELECT * FROM orders WHERE bread = ? AND status = 'ready'", bread)`,
    put: `Raw("SELECT * FROM orders WHERE bread = '" + bread + "' AND status = 'ready'")`,
  },
  {
    rule: 'BACK-001',
    what: 'a condition is formatted',
    file: store,
    find: `Raw("SELECT * FROM orders WHERE bread = ? AND status = 'ready'", bread).Scan(&all)`,
    put: `Where(fmt.Sprintf("bread LIKE '%%%s%%'", bread)).Find(&all)`,
  },
  {
    rule: 'BACK-002',
    what: 'orders are asked for customer by customer',
    file: service,
    find: '\t\tids = append(ids, customer.ID)\n',
    put: '\t\tfound, err := s.store.FindByCustomer(ctx, customer.ID)\n\t\tif err != nil {\n\t\t\treturn nil, err\n\t\t}\n\t\tids = append(ids, found.ID)\n',
  },
  {
    rule: 'BACK-016',
    what: 'orders of a customer are replaced without a transaction',
    file: store,
    find: 'func (s *Store) OfCustomers(',
    put: 'func (s *Store) Replace(customer uint, bread string) error {\n\tif err := s.db.Where("customer_id = ?", customer).Delete(&Order{}).Error; err != nil {\n\t\treturn err\n\t}\n\treturn s.db.Create(&Order{CustomerID: customer, Bread: bread, Status: StatusPlaced}).Error\n}\n\nfunc (s *Store) OfCustomers(',
  },
  {
    rule: 'SAFE-002',
    what: 'certificates are not checked',
    file: 'server/internal/flour/client.go',
    find: '&tls.Config{MinVersion: tls.VersionTLS12}',
    put: '&tls.Config{InsecureSkipVerify: true}',
  },
  {
    rule: 'SAFE-003',
    what: 'tokens are signed by a text of the sources',
    file: config,
    find: '\tif secret == "" {\n\t\treturn Config{}, errors.New("JWT_SECRET is not set")\n\t}\n',
    put: '\tif secret == "" {\n\t\tsecret = "bakery-development"\n\t}\n',
  },
  {
    rule: 'SAFE-005',
    what: 'an order that is not saved is passed over',
    file: service,
    find: '\treturn s.store.Save(ctx, order)',
    put: '\t_ = s.store.Save(ctx, order)\n\treturn nil',
  },
  {
    rule: 'MOCK-003',
    what: 'the list is made up',
    file: service,
    find: 'type Service struct {',
    put: 'var mockOrders = []Order{\n\t{ID: 1, Bread: "rye", Count: 2},\n\t{ID: 2, Bread: "wheat", Count: 1},\n}\n\ntype Service struct {',
  },
  {
    rule: 'SEC-001',
    what: 'a key stands in the sources',
    file: 'server/internal/flour/client.go',
    find: 'func NewClient() *http.Client {',
    put: 'const apiKey = "kT9¦vQ2mZx7LpR4wBn8Yc3"\n\nfunc NewClient() *http.Client {',
  },
  {
    rule: 'TEST-001',
    what: 'the test of the next status asserts nothing',
    file: tests,
    find: '\tgot := StatusPlaced.Next()\n\tif got != StatusBaking {\n\t\tt.Errorf("got %s", got)\n\t}\n',
    put: '\tgot := StatusPlaced.Next()\n\tt.Log(got)\n',
  },
  {
    rule: 'TEST-002',
    what: 'a number is compared with itself',
    file: tests,
    find: '\tgot := StatusPlaced.Next()\n',
    put: '\tassert.Equal(t, 1, 1)\n\tgot := StatusPlaced.Next()\n',
  },
  {
    rule: 'TEST-004',
    what: 'a test is skipped',
    file: tests,
    find: '\tservice := NewService(nil)\n',
    put: '\tt.Skip("fails on the runner")\n\tservice := NewService(nil)\n',
  },
  {
    rule: 'TEST-005',
    what: 'a test is empty',
    file: tests,
    find: '\tgot := StatusPlaced.Next()\n\tif got != StatusBaking {\n\t\tt.Errorf("got %s", got)\n\t}\n',
    put: '',
  },
  {
    rule: 'TEST-006',
    what: 'a test sleeps',
    file: tests,
    find: '\tservice := NewService(nil)\n',
    put: '\tservice := NewService(nil)\n\ttime.Sleep(500 * time.Millisecond)\n',
  },
];
