import { type Stream, streams } from './event-definition.ts';

export type TopicNames = Readonly<Record<Stream, string>>;

/** `crm.changes.v1` and its siblings; a prefix keeps test runs apart on one cluster. */
export function topicNames(prefix = ''): TopicNames {
  return {
    crm: `${prefix}crm.changes.v1`,
    funding: `${prefix}funding.changes.v1`,
    access: `${prefix}access.changes.v1`,
  };
}

/** The stream that a topic carries, or null for a topic that is not ours. */
export function streamOf(topics: TopicNames, topic: string): Stream | null {
  return streams.find((stream) => topics[stream] === topic) ?? null;
}
