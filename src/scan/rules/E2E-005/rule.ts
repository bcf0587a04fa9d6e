import { isEndToEnd, mayBeEndToEnd } from '../../facts/e2e-files.ts';
import type { ProjectFacts } from '../../facts/facts.ts';
import type { ProjectCheck } from '../../rule.ts';
import { lineAt } from '../../scanned-file.ts';

/** What projects use to let people log in, as their manifests name it. */
const AUTH =
  /"(?:passport|passport-local|passport-jwt|jsonwebtoken|bcrypt|bcryptjs|argon2|next-auth|better-auth|lucia|iron-session|express-session|@nestjs\/(?:jwt|passport)|@auth\/[\w-]+|@clerk\/[\w-]+|@fastify\/(?:jwt|auth))"\s*:|\b(?:django-allauth|djangorestframework-simplejwt|flask-login|flask-jwt-extended|fastapi-users|python-jose|passlib)\b|Microsoft\.AspNetCore\.(?:Identity|Authentication)[\w.]*/i;
const LOGIN = /log[\s_-]?(?:ged[\s_-]?)?in\b|sign[\s_-]?in\b|login|signin|\bauth|storageState|authenticat/i;

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const tests = endToEndTests(project);
    if (tests.length === 0 || tests.some((text) => LOGIN.test(text))) return;
    const manifests = [...project.files.keys()].filter((path) =>
      /(?:^|\/)(?:package\.json|pyproject\.toml|[\w.]+\.csproj)$/.test(path),
    );
    for (const path of manifests.toSorted((a, b) => a.length - b.length)) {
      const text = project.text(path) ?? '';
      const found = AUTH.exec(text);
      if (found === null) continue;
      report.find(
        path,
        { line: lineAt(text, found.index + 1) },
        'there are end-to-end tests and none of them logs in',
      );
      return;
    }
  },
};

/** The texts of everything that belongs to end-to-end tests, if there is a test among them. */
function endToEndTests(project: ProjectFacts): readonly string[] {
  const texts: string[] = [];
  for (const file of project.files.values()) {
    const { path, isTest, language } = file;
    if (!/^(?:typescript|javascript|tsx|jsx|python|csharp)$/.test(language)) continue;
    if (!isTest && !/e2e|cypress|playwright|end-to-end/i.test(path)) continue;
    if (!mayBeEndToEnd(file)) continue;
    const text = project.text(path) ?? '';
    if (isEndToEnd({ path, isTest, text })) texts.push(`${path}\n${text}`);
  }
  return texts.some((text) => /\b(?:test|it)(?:\.\w+)?\(|def test_|\[(?:Fact|Test)/.test(text)) ? texts : [];
}
