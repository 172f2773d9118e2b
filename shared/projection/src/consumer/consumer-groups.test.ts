import { streams } from '@fundlens/contracts/definition/event-definition';
import { expect, it } from 'vitest';
import { consumerGroups, isConsumerGroup, streamsOf } from './consumer-groups.ts';

it('together they take every stream once', () => {
  expect(streamsOf(Object.keys(consumerGroups).filter(isConsumerGroup)).toSorted()).toEqual(streams.toSorted());
});
