import fc from 'fast-check';
import { expect, test } from 'vitest';

import { grammarsFor, secretDetection as secrets } from '../../../test/support/scan-inputs.ts';
import { memoryTree } from '../../../test/support/memory-tree.ts';
import { allFinders, allRules, syntaxFinders } from '../registry.generated.ts';
import { scanTree } from './scan-tree.ts';

const syntax = { grammars: await grammarsFor(['a.java', 'a.go']), finders: syntaxFinders };

/** Parts of programs, so that what is made of them gets far enough to be looked at. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  java: [
    '@RestController\n',
    '@RequestMapping({"/a", B + "/c"})\n',
    '@GetMapping("/{id:[0-9]{1,3}}")\n',
    '@Entity\n',
    '@Test\n',
    '@Value("${A_SECRET:x}")\n',
    'class A extends B<C> {\n',
    'enum Status { OPEN("o"), CLOSED }\n',
    'private final List<A> mockUsers = List.of(new A(1, "x"));\n',
    'public String a(@RequestBody A a) {\n',
    'for (A a : all) { repository.findById(a.id); }\n',
    'try { save(); } catch (Exception e) { }\n',
    'System.getenv("X")',
    'jdbc.query("select * from a where b = " + c)',
    'Runtime.getRuntime().exec("sh -c " + a);\n',
    'throw new UnsupportedOperationException();\n',
    'assertTrue(true);\n',
  ],
  go: [
    'package a\n',
    'import "github.com/go-chi/chi/v5"\n',
    'type A struct { gorm.Model; B string `gorm:"default:x" json:"b"`; C []D }\n',
    'const ( A Status = iota; B; C = "x" )\n',
    'func (s *S) a(r chi.Router) http.Handler {\n',
    'func TestA(t *testing.T) {\n',
    'r.Route("/a", func(r chi.Router) { r.Get("/{id}", x) })\n',
    's.router = chi.NewRouter()\n',
    'http.HandleFunc("GET /a/", b)\n',
    'if err != nil { return nil, err }\n',
    'for _, u := range users { db.First(&u) }\n',
    'mockUsers := []User{{Name: "a", Age: 1}}\n',
    'exec.Command("sh", "-c", "ls "+a)\n',
    'db.Query("select " + a)\n',
    'panic("not implemented")\n',
    'os.Getenv("X")',
    'return a()\n',
    't.Skip("later")\n',
  ],
};

test.each(['java', 'go'])('TEAM-03 no bytes in a file of %s stop a scan', (ending) => {
  const word = fc.constantFrom(...(WORDS[ending] ?? []), '{', '}', '(', ')', '"', '\n', '`', '@', '=');
  const words = fc.array(word, { maxLength: 30 }).map((all) => Buffer.from(all.join('')));
  const bytes = fc.uint8Array({ maxLength: 200 }).map((all) => Buffer.from(all));
  fc.assert(
    fc.property(
      fc.oneof(
        words,
        bytes,
        fc.tuple(words, bytes).map((all) => Buffer.concat(all)),
      ),
      (content) => {
        const files = new Map([[`src/main/a.${ending}`, content.toString('utf8')]]);
        const { crashes } = scanTree(memoryTree(files), {
          rules: allRules,
          finders: allFinders,
          syntax,
          secrets,
        });
        expect(crashes).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

test.each(['java', 'go'])(
  'TEAM-03 brackets without end in a file of %s are said, and the rest is read',
  (ending) => {
    const files = new Map([
      [`a.${ending}`, `@RestController router ${'('.repeat(5_000)}`],
      [`b.${ending}`, ending === 'go' ? 'package b\n' : 'class B {}\n'],
    ]);
    const { crashes } = scanTree(memoryTree(files), {
      rules: allRules,
      finders: allFinders,
      syntax,
      secrets,
    });
    expect([...new Set(crashes.map(({ file }) => file))]).toEqual([`a.${ending}`]);
  },
);
