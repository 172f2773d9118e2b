/** Addresses of a stack's servers. */
export type StackUrls = {
  /** `host:port` each. */
  kafkaBrokers: string[];
  /** Base of the Confluent-compatible API, without a slash at the end. */
  schemaRegistryUrl: string;
  mongodbUrl: string;
  redisUrl: string;
};

export type StackAddresses = StackUrls & {
  /** True when MongoDB is the stand-in, which needs some indexes that MongoDB does not. */
  mongodbStandIn: boolean;
};

/** One server that answers, wherever it runs. */
export type StartedServer = {
  addresses: Partial<StackAddresses>;
  /** Of its process group, when it runs as a process that we started. */
  pid?: number;
  /** Ends it when we started it; its data stays. */
  stop(): Promise<void>;
};
