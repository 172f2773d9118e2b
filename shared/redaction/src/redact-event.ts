export type { EventShape, Redacted, RedactionOptions } from './event-shape.ts';
