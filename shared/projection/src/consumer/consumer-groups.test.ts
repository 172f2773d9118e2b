import { streams } from '@fundlens/contracts/event-definition';
import { readModels } from '@fundlens/read-models/definitions';
import { expect, it } from 'vitest';
import { consumerGroups, isConsumerGroup, readModelsOf, streamsOf } from './consumer-groups.ts';

const all = Object.keys(consumerGroups).filter(isConsumerGroup);
const names = (models: readonly { readonly name: string }[]) => models.map(({ name }) => name);

it('together they take every stream once and write every read model', () => {
  expect(streamsOf(all).toSorted()).toEqual(streams.toSorted());
  expect(readModelsOf(all)).toEqual(readModels);
});

it('access alone writes what decides on access, and nothing that is made into dashboards', () => {
  expect(names(readModelsOf(['access']))).toEqual(['companies', 'locations', 'credentials']);
});

it('changes alone write everything but what only access events tell', () => {
  const alone = names(readModelsOf(['changes']));
  expect(alone).toEqual(names(readModels).filter((name) => name !== 'companies' && name !== 'credentials'));
  expect(alone).toEqual(expect.arrayContaining(['locations', 'dashboard_windows']));
});
