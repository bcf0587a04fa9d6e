import { addFlaw } from '../facts/flaws.ts';
import { argumentsOf } from '../parse/python.ts';
import { lineOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { NUMBERS } from './where.ts';

const REQUEST =
  /\brequest\.(?:args|form|values|GET|POST|query_params|path_params|match_info|view_args|headers|cookies)\b/;

/** Numbers of Flask and Django that are read from a request and used as they come. */
export const numbersInPython: SyntaxFinder = {
  language: 'python',
  words: ['request.'],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    for (const call of within(root, 'call')) {
      const callee = call.childForFieldName('function')?.text ?? '';
      if (callee !== 'int' && callee !== 'float') continue;
      const [input] = argumentsOf(call).placed;
      if (input === undefined || !REQUEST.test(input.text)) continue;
      const method = nearestAround(call, /^(?:function_definition|module)$/);
      const isCaught =
        nearestAround(call, /^(?:try_statement|function_definition)$/)?.type === 'try_statement';
      if (isCaught || /\bis(?:digit|numeric|decimal)\(|re\.(?:full)?match\(/.test(method?.text ?? ''))
        continue;
      addFlaw(facts, 'BACK-018', lineOf(call), NUMBERS);
    }
  },
};

/** Numbers of ASP.NET that are read from a request and used as they come. */
export const numbersInCsharp: SyntaxFinder = {
  language: 'csharp',
  words: ['Request.', 'RouteData'],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    for (const call of within(root, 'invocation_expression')) {
      const callee = call.childForFieldName('function')?.text ?? '';
      if (
        !/^(?:int|long|short|decimal|double|float|Int32|Int64)\.Parse$|^Convert\.To(?:Int\d+|Decimal|Double)$/.test(
          callee,
        )
      )
        continue;
      const given = call.childForFieldName('arguments')?.text ?? '';
      if (!/\bRequest\.(?:Query|Form|RouteValues|Headers|Cookies)\b|\bRouteData\.Values\b/.test(given))
        continue;
      const stop = nearestAround(call, /^(?:try_statement|method_declaration)$/);
      if (stop?.type !== 'try_statement') addFlaw(facts, 'BACK-018', lineOf(call), NUMBERS);
    }
  },
};
