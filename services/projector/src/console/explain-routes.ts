import { redactText } from '@fundlens/redaction/redact-text';
import type { AdminAction, AdminResponse } from '@fundlens/runtime/admin-server';
import { failureCode, InvalidError } from '@fundlens/runtime/errors';
import type { ConsoleExplain } from './console-explain.ts';
import { MAX_QUESTION_LENGTH, SINCE_MS } from './explain-form.ts';
import { explanationPage, noExplanationPage } from './explain-page.ts';

type Answer = (status: number, body: string) => AdminResponse;

/** `/console/explain?what=…&since=…`: the answer of `fundlens explain`, within the limits of the console. */
export function explainRoute(explain: ConsoleExplain, text: Answer): AdminAction {
  // The same edge as a terminal: what could hold a number after all goes through the redactor.
  const answer: Answer = (status, body) => text(status, redactText(body));
  return {
    method: 'GET',
    path: /^\/console\/explain$/,
    async run({ query }) {
      const what = query.get('what')?.trim() ?? '';
      const since = query.get('since') ?? '';
      const sinceMs = SINCE_MS[since];
      if (what === '') return answer(200, noExplanationPage('What is to be explained?'));
      if (what.length > MAX_QUESTION_LENGTH || sinceMs === undefined) {
        return answer(400, noExplanationPage('The address is not one that the form makes.'));
      }
      try {
        const explanation = await explain(what, sinceMs);
        if (explanation !== null) return answer(200, explanationPage(explanation, { what, since }));
        return answer(
          503,
          noExplanationPage('This projector is explaining something else. Ask again in some seconds.'),
        );
      } catch (error) {
        if (error instanceof InvalidError) return answer(400, noExplanationPage(error.message));
        return answer(
          503,
          noExplanationPage(`The log or MongoDB cannot be read now: ${failureCode(error)}. Ask again.`),
        );
      }
    },
  };
}
