import { curlSample, sampleRequest } from '../../contract/description/code-samples.ts';
import { sdkCallText, writeSdkCall } from '../../contract/description/sdk-calls.ts';
import type { Tool } from '../../contract/tool.ts';
import { type Html, html } from '../public/html.ts';
import { codeFigure } from './look/parts.ts';
import type { Visit } from './page.ts';

/** The tool call behind a page, and a request that makes an assistant do the same. */
export type AlsoCall = { tool: Tool; input: Record<string, unknown>; ask: string };

export function alsoPart({ engine }: Visit, { tool, input, ask }: AlsoCall): Html {
  const parts: Html[] = [];
  if (tool.rest) {
    const request = sampleRequest(tool, tool.rest, '/api/v2', input);
    parts.push(codeFigure('also-curl', 'curl', curlSample(request, engine.settings.baseUrl).source));
    const call = writeSdkCall(tool, tool.rest, tool.rest.route, input);
    if (call) parts.push(codeFigure('also-sdk', 'SDK', `await posthouse.${sdkCallText(call)};`));
  }
  return html`<details class="also"><summary>Do this with curl, the SDK or your assistant</summary>${parts}<p class="section">Or ask your assistant: “${ask}”</p></details>`;
}
