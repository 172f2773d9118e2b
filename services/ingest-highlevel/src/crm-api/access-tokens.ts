/** What a request is about. HighLevel counts its limits, and gives its tokens, for each of them apart. */
export type Owner = { readonly of: 'location' | 'company'; readonly id: string };

/** Where a bearer token comes from. */
export type AccessTokens = {
  /** `refused`: a token that HighLevel did not take; the same one is not given again while there is another. */
  tokenFor(owner: Owner, refused?: string): Promise<string>;
};
