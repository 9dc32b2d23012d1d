import { startChild } from './processes.ts';
import { median, type Row, times, whole } from './table.ts';
import type { PostPlan, PostResult } from './webhook-posts.ts';
import type { Received, ReceiverReady } from './webhook-receiver.ts';

const rounds = 3;
const requests = 6_000;

/** Measures requests per second to a local receiver without anything else: our poster compared with undici. */
export async function measureWebhookWire(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const tls of [false, true]) {
    for (const endpoints of [1, 16]) {
      const results: Record<PostPlan['by'], (PostResult & Received)[]> = { node: [], undici: [] };
      for (let round = 0; round < rounds; round += 1) {
        for (const by of ['node', 'undici'] as const) {
          results[by].push(await posted({ by, tls, endpoints, requests }));
        }
      }
      const of = (by: PostPlan['by'], field: keyof (PostResult & Received)) =>
        median(results[by].map((one) => one[field]));
      const words = (by: PostPlan['by']) =>
        `${whole(of(by, 'perSecond'))}/s, ${whole(of(by, 'rssMb'))} MB, ${of(by, 'connections')} connections`;
      rows.push({
        what: `Posts on kept connections, ${tls ? 'TLS' : 'plain'}, ${endpoints} endpoint${endpoints === 1 ? '' : 's'}`,
        measured: `node:http(s) with our guard: ${words('node')}`,
        beside: `undici: ${words('undici')}`,
        ratio: times(of('node', 'perSecond') / of('undici', 'perSecond')),
      });
    }
  }
  return rows;
}

async function posted(plan: Omit<PostPlan, 'port' | 'ca'>): Promise<PostResult & Received> {
  const receiver = startChild('./webhook-receiver.ts', [plan.tls ? 'tls' : 'plain'], 'measuring');
  const { port, ca } = await receiver.line<ReceiverReady>();
  const sender = startChild('./webhook-posts.ts', [{ ...plan, port, ca }], 'measured');
  const result = await sender.line<PostResult>();
  await sender.stop();
  const received = await receiver.ask<Received>();
  await receiver.stop();
  return { ...result, ...received };
}
