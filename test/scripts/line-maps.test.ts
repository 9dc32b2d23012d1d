import { SourceMap } from 'node:module';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { lineMap } from '../../scripts/line-maps.ts';

type Place = Partial<{ originalSource: string; originalLine: number }>;

test('a line map gives the same source and line as the full map for every place in the code', async () => {
  const build = await rolldown({ input: 'src/engine/webhooks/replay-deliveries.ts', external: /^node:/ });
  const { output } = await build.generate({ sourcemap: true, sourcemapExcludeSources: true });
  await build.close();
  const { code, map } = output[0];
  const whole = JSON.parse(map!.toString());
  const short = lineMap(whole);
  const [expected, read] = [new SourceMap(whole), new SourceMap(short)];
  const placeOf = (of: SourceMap, line: number, column: number): [unknown, unknown] => {
    const { originalSource, originalLine } = of.findEntry(line, column) as Place;
    return [originalSource, originalLine];
  };
  let places = 0;
  for (const [line, text] of code.split('\n').entries()) {
    for (let column = text.search(/\S/); column >= 0 && column < text.length; column += 1) {
      expect(placeOf(read, line, column)).toEqual(placeOf(expected, line, column));
      places += 1;
    }
  }
  expect(places).toBeGreaterThan(10_000);
  expect(short.mappings.length).toBeLessThan(whole.mappings.length / 2);
});
