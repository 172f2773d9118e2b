import { randomUUID } from 'node:crypto';

/** 122 random bits: impossible to guess. The client's `X-Request-ID` is ignored, so ids in logs and audit cannot be forged. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}
