import { randomUUID } from 'node:crypto';
import { KafkaSource, type KafkaSourceOptions } from './kafka-source.ts';
import { LogReader } from './log-reader.ts';

type KafkaLogReaderOptions = Omit<KafkaSourceOptions, 'groupId' | 'onError'> & {
  /** Names this kind of process in the group's name. */
  readonly clientId: string;
  readonly removeGroup: (groupId: string) => Promise<void>;
};

/** A reader with a group of its own, which is removed when it closes. It connects at the first reading. */
export function openKafkaLogReader({ clientId, removeGroup, ...options }: KafkaLogReaderOptions): LogReader {
  const groupId = `${clientId}-${randomUUID()}`;
  // The reader's time limit ends a reading whose error does not pass by itself.
  const member = new KafkaSource({ ...options, groupId, onError: () => undefined });
  return new LogReader(member, () => removeGroup(groupId));
}
