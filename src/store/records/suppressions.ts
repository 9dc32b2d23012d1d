import type { Queries } from '../database.ts';

export class SuppressionRecords {
  readonly queries: Queries;
  readonly organization: number;

  constructor(queries: Queries, organization: number) {
    this.queries = queries;
    this.organization = organization;
  }
}
