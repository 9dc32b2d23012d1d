import { describe, expect, it } from 'vitest';
import { listedToolset, offeredAt, toolsets } from '../../src/contract/tool.ts';
import {
  admits,
  everyTool,
  FilterFault,
  filterHeaders,
  filterKey,
  filterOfRequest,
  narrow,
  readFilter,
  settingsFilter,
  type ToolFilter,
} from '../../src/contract/tool-filter.ts';
import { catalogue } from '../../tools/index.ts';

const offered = catalogue.filter((tool) => offeredAt(tool, 'mcp'));
const known = new Set(offered.map(({ name }) => name));
const places = {
  toolsets: '--toolsets',
  tools: '--tools',
  excluded: '--exclude-tools',
  readOnly: '--read-only',
};

function namesOf(filter: ToolFilter): string[] {
  return offered.filter((tool) => admits(filter, tool)).map(({ name }) => name);
}

function fault(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof FilterFault) return error.message;
    throw error;
  }
  throw new Error('nothing was wrong');
}

describe('a tool filter', () => {
  it('allows everything by default', () => {
    expect(namesOf(readFilter({}, places, known))).toEqual([...known]);
    expect(namesOf(everyTool)).toEqual([...known]);
    expect(
      namesOf(readFilter({ toolsets: 'core,all', tools: 'ALL', readOnly: 'false' }, places, known)),
    ).toEqual([...known]);
  });

  it.each(toolsets)('allows only the tools of the toolset %s', (toolset) => {
    const filter = readFilter({ toolsets: ` ${toolset.toUpperCase()} ,, ` }, places, known);
    expect(namesOf(filter)).toEqual(
      offered.filter((tool) => listedToolset(tool) === toolset).map(({ name }) => name),
    );
  });

  it('allows named tools in any case and with hyphens', () => {
    const filter = readFilter({ tools: 'send-email, GET_EMAIL' }, places, known);
    expect(namesOf(filter)).toEqual(['send_email', 'get_email']);
  });

  it('removes excluded tools, and in read-only mode all tools except reads', () => {
    const filter = readFilter({ toolsets: 'core', excluded: 'list_emails', readOnly: 'true' }, places, known);
    const names = namesOf(filter);
    expect(names).toContain('get_email');
    expect(names).not.toContain('list_emails');
    expect(names).not.toContain('send_email');
    expect(offered.filter(({ name }) => names.includes(name)).every(({ effect }) => effect === 'read')).toBe(
      true,
    );
  });

  it('reports an unknown name with a suggestion and the valid names', () => {
    const toolset = fault(() => readFilter({ toolsets: 'core,campaing' }, places, known));
    expect(toolset).toBe(
      `--toolsets names "campaing", which is no toolset. Did you mean campaigns? The toolsets are ${toolsets.join(', ')}, standard, all.`,
    );
    const tool = fault(() => readFilter({ tools: 'send_emial' }, places, known));
    expect(tool).toContain('Did you mean send_email?');
    for (const name of known) expect(tool).toContain(name);
    expect(fault(() => readFilter({ excluded: 'all' }, places, known))).toContain(
      '--exclude-tools names "all"',
    );
    expect(fault(() => readFilter({ readOnly: 'yes' }, places, known))).toBe(
      '--read-only must be true or false',
    );
    expect(fault(() => readFilter({ tools: 'x'.repeat(8_001) }, places, known))).toContain(
      '8,000 characters',
    );
  });

  it.each([
    ['an empty list', ''],
    ['blanks and commas', ' , ,'],
  ])('rejects %s instead of allowing everything', (_, text) => {
    expect(fault(() => readFilter({ toolsets: text }, places, known))).toContain('names no toolset');
    expect(fault(() => readFilter({ tools: text }, places, known))).toContain('names no tool');
  });

  it('truncates a very long name in its error, never within a character', () => {
    const result = fault(() => readFilter({ tools: `${'a'.repeat(39)}😀${'b'.repeat(500)}` }, places, known));
    expect(result.length).toBeLessThan(3_000);
    expect(result.isWellFormed()).toBe(true);
  });
});

describe('two tool filters', () => {
  const samples: ToolFilter[] = [
    everyTool,
    readFilter({ toolsets: 'core,audience' }, places, known),
    readFilter({ toolsets: 'audience,admin', readOnly: '1' }, places, known),
    readFilter({ tools: 'send_email,get_tag,list_tokens' }, places, known),
    readFilter({ tools: 'get_tag', excluded: 'send_email' }, places, known),
    readFilter({ excluded: 'get_tag,list_tags' }, places, known),
    readFilter({ readOnly: 'true' }, places, known),
  ];

  it('allow together exactly what both allow, in either order', () => {
    for (const one of samples) {
      for (const other of samples) {
        const both = namesOf(one).filter((name) => namesOf(other).includes(name));
        expect(namesOf(narrow(one, other))).toEqual(both);
        expect(namesOf(narrow(other, one))).toEqual(both);
      }
    }
  });

  it('have the same key if and only if they are equivalent', () => {
    const one = readFilter({ tools: 'send_email, get_tag' }, places, known);
    const same = readFilter({ tools: 'GET-TAG,send_email,send_email' }, places, known);
    expect(filterKey(one)).toBe(filterKey(same));
    expect(new Set(samples.map(filterKey)).size).toBe(samples.length);
  });
});

describe('the filter of an HTTP request', () => {
  it('combines its headers and its query', () => {
    const filter = filterOfRequest(
      { 'x-mcp-toolsets': 'core, audience', 'x-mcp-exclude-tools': 'get_tag' },
      new URLSearchParams('toolsets=audience&read_only=true'),
      known,
    );
    const names = namesOf(filter);
    expect(names).toContain('list_tags');
    expect(names).not.toContain('get_tag');
    expect(names).not.toContain('create_tag');
    expect(names).not.toContain('list_emails');
  });

  it('accepts every parameter in both', () => {
    const inHeaders = { 'x-mcp-tools': ['send_email', 'get_email'], 'x-mcp-read-only': 'true' };
    expect(namesOf(filterOfRequest(inHeaders, new URLSearchParams(), known))).toEqual(['get_email']);
    const query = new URLSearchParams('tools=send_email&tools=get_email&exclude_tools=send_email');
    expect(namesOf(filterOfRequest({}, query, known))).toEqual(['get_email']);
    expect(filterOfRequest({ 'x-other': '1' }, new URLSearchParams(), known)).toBe(everyTool);
  });

  it.each(['x-mcp-readonly', 'x-mcp-read-only', 'x-mcp-read_only'])(
    'accepts the header %s in any spelling',
    (name) => {
      expect(filterOfRequest({ [name]: 'true' }, new URLSearchParams(), known).readOnly).toBe(true);
    },
  );

  it.each(['read_only=1', 'read-only=1', 'readonly=1', 'READ_ONLY=1'])(
    'accepts ?%s in any spelling',
    (text) => {
      expect(filterOfRequest({}, new URLSearchParams(text), known).readOnly).toBe(true);
    },
  );

  it('rejects a nearly correct header name and any unknown query parameter', () => {
    const header = fault(() => filterOfRequest({ 'x-mcp-toolset': 'core' }, new URLSearchParams(), known));
    expect(header).toBe('there is no header "x-mcp-toolset"; did you mean X-MCP-Toolsets?');
    const query = fault(() => filterOfRequest({}, new URLSearchParams('toolset=core'), known));
    expect(query).toContain('Did you mean toolsets?');
    expect(fault(() => filterOfRequest({}, new URLSearchParams('other=1'), known))).toBe(
      'the address asks for "other", which is nothing. It may ask for toolsets, tools, exclude_tools, read_only.',
    );
    expect(filterOfRequest({ 'x-mcp-proxy-auth': 'x' }, new URLSearchParams(), known)).toBe(everyTool);
  });

  it('names the header or query parameter that is wrong', () => {
    expect(fault(() => filterOfRequest({ 'x-mcp-toolsets': 'cor' }, new URLSearchParams(), known))).toContain(
      'X-MCP-Toolsets names "cor"',
    );
    expect(fault(() => filterOfRequest({}, new URLSearchParams('exclude_tools=x'), known))).toContain(
      'exclude_tools names "x"',
    );
    expect(fault(() => filterOfRequest({}, new URLSearchParams('read_only'), known))).toBe(
      'read_only must be true or false',
    );
  });

  it('is the same after it was sent in headers', () => {
    for (const words of [
      {},
      { toolsets: 'core' },
      { tools: 'get_tag', excluded: 'send_email', readOnly: 'true' },
    ]) {
      const filter = readFilter(words, places, known);
      const headers = Object.fromEntries(
        Object.entries(filterHeaders(filter)).map(([name, value]) => [name.toLowerCase(), value]),
      );
      expect(filterKey(filterOfRequest(headers, new URLSearchParams(), known))).toBe(filterKey(filter));
    }
    expect(filterHeaders(everyTool)).toEqual({});
  });
});

it('the filter of an instance follows its settings', () => {
  const settings = { POSTHOUSE_MCP_TOOLSETS: new Set(['core'] as const), POSTHOUSE_MCP_READ_ONLY: true };
  expect(namesOf(settingsFilter(settings))).toEqual(
    offered
      .filter((tool) => listedToolset(tool) === 'core' && tool.effect === 'read')
      .map(({ name }) => name),
  );
  expect(namesOf(settingsFilter({ POSTHOUSE_MCP_READ_ONLY: false }))).toEqual(
    offered.filter(({ rare }) => !rare).map(({ name }) => name),
  );
});
