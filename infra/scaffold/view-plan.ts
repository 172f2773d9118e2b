import { type ChangePlan, camel, capitalized } from './change-plan.ts';

/** A view of a contact and the route that shows it; both work at once and show the contact's id alone. */
export function viewPlan(name: string): ChangePlan {
  const view = camel(name);
  const type = capitalized(view);
  const definition = 'shared/read-models/src/contacts/contacts.ts';
  const routes = 'services/query/src/routes/all.ts';
  const httpTest = 'services/query/src/routes/interface.int.test.ts';
  return {
    created: [
      { path: `shared/read-models/src/contacts/views/${name}.ts`, text: viewText(name, view, type) },
      { path: `services/query/src/routes/contact-records/${name}.ts`, text: routeText(name, view, type) },
      { path: `shared/projection/src/projections/${name}-view.test.ts`, text: testText(name, view) },
    ],
    edited: [
      {
        path: definition,
        edits: [
          { line: `import { ${view}View } from './views/${name}.ts';`, before: /^$/ },
          { line: `    ${view}View,`, before: /^ {4}contactFactsView,$/ },
          { raised: /(?<=^ {2}viewsVersion: )\d+/m },
        ],
      },
      {
        path: routes,
        edits: [
          { line: `import { find${type} } from './contact-records/${name}.ts';`, before: /^import \{ findContact \}/ },
          { line: `    find${type}(dependencies),`, before: /^ {4}listPipeline\(dependencies\),$/ },
        ],
      },
      {
        path: httpTest,
        edits: [
          { line: `  ['${name}', '${view}', {}],`, before: /^\] as const\)\('GET \/contacts\/\{contactId\}\/%s'/ },
        ],
      },
    ],
    next: [
      `the body, the slots that it reads and the test: shared/read-models/src/contacts/views/${name}.ts, shared/projection/src/projections/${name}-view.test.ts`,
      `tag, summary and empty answer: services/query/src/routes/contact-records/${name}.ts`,
      `the same empty answer in the row of the HTTP test: ${httpTest}`,
      'npm run generate',
      'npm run check',
      `npm run test:int -- ${httpTest}`,
    ],
  };
}

function viewText(name: string, view: string, type: string): string {
  return `import { z } from 'zod';
import type { View } from '../../definition.ts';
import { jsonText } from '../../json-text.ts';
import { slotValue } from '../../slot.ts';
import { CONTACT, type ContactSlot } from '../slots.ts';

const ${view}Body = z.strictObject({
  contactId: z.string(),
});

type ${type}Body = z.infer<typeof ${view}Body>;

/** /contacts/{contactId}/${name} */
export const ${view}View: View<${type}Body> = {
  name: '${view}',
  reads: [CONTACT],
  body: ${view}Body,
  render({ id, slots }) {
    const contact = slotValue<ContactSlot>(slots, CONTACT);
    return contact === null || id.kind !== 'location-entity' ? null : jsonText({ contactId: id.entityId });
  },
};
`;
}

function routeText(name: string, view: string, type: string): string {
  return `import { ${view}View } from '@fundlens/read-models/contacts/views/${name}';
import type { Route } from '../route.ts';
import { type ContactRecordDependencies, contactRecordRoute } from './contact-record-route.ts';

/** GET /contacts/{contactId}/${name} */
export function find${type}(dependencies: ContactRecordDependencies): Route {
  return contactRecordRoute(dependencies, {
    path: '${name}',
    operation: 'contacts.${name}',
    view: ${view}View,
    empty: (contactId) => ({ contactId }),
    tag: 'Contacts',
    summary: 'Get the ${name.replaceAll('-', ' ')} of a contact',
  });
}
`;
}

function testText(name: string, view: string): string {
  return `import { contactChanged } from '@fundlens/testing/event-builders';
import { expect, test } from 'vitest';
import { given } from '../testing/given.ts';
import { contacts } from './contacts.ts';

test('${name.replaceAll('-', ' ')} of a contact', () => {
  const { views } = given(contacts, contactChanged())['loc-1:contact-1'] ?? {};
  expect(views?.${view}).toEqual({ contactId: 'contact-1' });
});
`;
}
