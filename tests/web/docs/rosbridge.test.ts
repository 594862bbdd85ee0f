/** The recipe "A robot by rosbridge", against a server that keeps what it is told. */
import type { AddressInfo } from 'node:net';
import { Model, Problem } from 'limber';
import { robots } from 'limber/robots';
import { ManualInput, Teleop } from 'limber/teleop';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { rosbridge } from '../../../examples/rosbridge/rosbridge.ts';

interface Message {
  readonly op: string;
  readonly topic: string;
  readonly type?: string;
  readonly msg: {
    readonly header: { readonly stamp: { readonly sec: number; readonly nanosec: number } };
    readonly name: string[];
    readonly position: number[];
  };
}

// Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket);

const names = ['shoulder_pan', 'shoulder_lift', 'elbow_flex', 'wrist_flex', 'wrist_roll'];
const dt = 0.01;
let server: WebSocketServer | undefined;
afterEach(() => server?.close());

/** A robot that tells its joints in two messages, in another order than the model's. */
async function robot(): Promise<{ url: string; heard: Message[] }> {
  const heard: Message[] = [];
  const listening = (server = new WebSocketServer({ port: 0, host: '127.0.0.1' }));
  await new Promise((resolve) => listening.once('listening', resolve));
  listening.on('connection', (socket) =>
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as Message;
      heard.push(message);
      if (message.op !== 'subscribe') return;
      const tell = (name: string[], position: number[]): void =>
        socket.send(JSON.stringify({ op: 'publish', topic: message.topic, msg: { name, position } }));
      tell(['gripper', 'wrist_roll'], [1, 0.5]);
      tell(names.slice(0, 4).reverse(), [0.4, 0.3, -0.2, 0.1]);
    }),
  );
  return { url: `ws://127.0.0.1:${(listening.address() as AddressInfo).port}`, heard };
}

function problemOf(): Problem {
  const problem = new Problem(Model.from(robots.so101));
  problem.addGoal({ type: 'position', link: 'effector' });
  return problem;
}

it('publishes joints by name, stamped, at most one message per period, and says that the socket is closed', async () => {
  const { url, heard } = await robot();
  const problem = problemOf();
  const before = Date.now() / 1000;
  const { send } = await rosbridge(url, problem);
  expect([...problem.state.q]).toEqual([0.1, -0.2, 0.3, 0.4, 0.5]);

  const sent: number[][] = [];
  const onJoints = (q: Float64Array, time: number): void => {
    if (Math.round(time / dt) % 2 === 1) sent.push([...q]);
    send(q, time);
  };
  const [teleop, hand] = [new Teleop(problem, { onJoints }), new ManualInput()];
  teleop.lead(hand, problem.goals[0] as never, { filter: false });
  hand.held = true;
  const lead = (from: number): void => {
    for (let frame = from; frame < from + 60; ++frame) {
      hand.set([0, 0, 0.0005 * frame]);
      teleop.step(dt);
      expect(teleop.state).toBe('following');
    }
  };
  lead(0);
  expect(teleop.warning).toBe('');
  await expect.poll(() => heard.length).toBe(3 + 30);

  const type = 'sensor_msgs/msg/JointState';
  expect(heard.slice(0, 3)).toEqual([
    { op: 'advertise', topic: '/joint_command', type },
    { op: 'subscribe', topic: '/joint_states', type },
    { op: 'unsubscribe', topic: '/joint_states' },
  ]);
  const messages = heard.slice(3);
  const stamps = messages.map(({ msg: { header } }) => header.stamp.sec + header.stamp.nanosec / 1e9);
  for (const [i, { op, topic, msg }] of messages.entries()) {
    expect([op, topic, msg.name]).toEqual(['publish', '/joint_command', names]);
    expect(msg.position).toEqual(sent[i]);
    expect(stamps[i]! - stamps[0]!).toBeCloseTo(2 * i * dt, 5);
  }
  expect(sent[29]).not.toEqual(sent[0]);
  expect(stamps[0]).toBeGreaterThan(before);
  expect(stamps[0]).toBeLessThan(Date.now() / 1000 + dt);

  const height = problem.pose('effector')[2]!;
  for (const socket of server!.clients) socket.close();
  await expect
    .poll(() => teleop.step(1e-9).warning)
    .toBe(`onJoints failed: ${url} is closed, nothing is sent`);
  lead(60);
  expect(problem.pose('effector')[2]! - height).toBeGreaterThan(0.025);
  expect(heard).toHaveLength(33);
});

it('is rejected, with the joints that are missing, where nobody answers', async () => {
  const problem = problemOf();
  const before = [...problem.state.q];
  const { url } = await robot();
  server!.close();
  await expect(rosbridge(url, problem)).rejects.toThrow(
    `${url} is closed, and has not told ${names.join(', ')}`,
  );
  expect([...problem.state.q]).toEqual(before);
});
