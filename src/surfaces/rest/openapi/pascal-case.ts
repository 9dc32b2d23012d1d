/** `workflow_run` or `list_tools` -> `WorkflowRun`, `ListTools` */
export function pascalCase(snakeCase: string): string {
  return snakeCase.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
