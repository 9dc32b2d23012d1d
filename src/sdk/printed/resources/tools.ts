// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { Tool, ToolsRunAnswer } from '../records.ts';

export type ToolsListInput = {
  /** Page size */
  limit?: number | undefined;
  /** Name of the last tool seen */
  after?: string | undefined;
  /** Name of the first tool seen */
  before?: string | undefined;
};

export type ToolsRunInput = Record<string, unknown>;

/** Methods of `posthouse.tools`. */
export type ToolsMethods = {
  /**
   * List tools. The tools that the scopes of the token allow. Needs the scope `tools.run`.
   * @example
   * await posthouse.tools.list()
   */
  list(input?: ToolsListInput, options?: CallOptions): List<Tool, CallFailure>;
  /**
   * Get a tool. One tool with its schemas. Needs `tools.run` and the scope of the tool.
   * @example
   * await posthouse.tools.get('get_organization')
   */
  get(name: string, options?: CallOptions): Call<Tool, CallFailure | 'not_found'>;
  /**
   * Run a tool. The body is what the input_schema of the tool takes. A tool that refuses is a 200 with `is_error: true`; bad arguments are a 400. Needs `tools.run` and the scope of the tool.
   * @example
   * await posthouse.tools.run('get_organization')
   */
  run(name: string, input?: ToolsRunInput, options?: CallOptions): Call<ToolsRunAnswer, WriteFailure | 'not_found'>;
};
