import type { Queries } from './database.ts';

/** Base of the records of one organization. Every statement of a subclass names the organization. */
export class ScopedRecords {
  protected readonly queries: Queries;
  protected readonly organization: number;

  constructor(queries: Queries, organization: number) {
    this.queries = queries;
    this.organization = organization;
  }
}
