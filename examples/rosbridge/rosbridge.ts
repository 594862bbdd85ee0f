import type { Problem } from 'limber';

const type = 'sensor_msgs/msg/JointState'; // of ROS 2

interface Told {
  readonly topic: string;
  readonly msg: { readonly name: string[]; readonly position: number[] };
}

/** Brings the model to where the robot is; then `send` publishes joint values, at most a message per `period`, seconds. */
export function rosbridge(
  url: string,
  problem: Problem,
  { states = '/joint_states', commands = '/joint_command', period = 0.02 } = {},
): Promise<{ send: (q: Float64Array, time: number) => void; close: () => void }> {
  // Fixed joints have no value, and those that mimic another none of their own.
  const links = problem.model.links.filter(({ nq }) => nq === 1);
  const name = links.map((link) => link.joint.name ?? link.name);
  const told = new Map<string, number>();
  const socket = new WebSocket(url);
  const say = (message: object) => socket.send(JSON.stringify(message));
  let start: number | undefined;
  let next = 0;

  const send = (q: Float64Array, time: number) => {
    if (socket.readyState !== WebSocket.OPEN) throw new Error(`${url} is closed, nothing is sent`);
    if (time < next) return;
    next = time + 0.999 * period; // steps of a period add up to a little less
    start ??= Date.now() / 1000 - time; // from then on stamps are as far apart as the steps
    const sec = Math.floor(start + time);
    const nanosec = Math.floor((start + time - sec) * 1e9);
    const position = links.map(({ qIndex }) => q[qIndex]);
    const msg = {
      header: { stamp: { sec, nanosec }, frame_id: '' },
      name,
      position,
      velocity: [],
      effort: [],
    };
    say({ op: 'publish', topic: commands, msg });
  };

  return new Promise((resolve, reject) => {
    socket.onopen = () => {
      say({ op: 'advertise', topic: commands, type });
      say({ op: 'subscribe', topic: states, type });
    };
    const untold = () => name.filter((each) => !told.has(each));
    socket.onerror = socket.onclose = () =>
      reject(new Error(`${url} is closed, and has not told ${untold().join(', ')}`));
    socket.onmessage = ({ data }) => {
      const { topic, msg } = JSON.parse(String(data)) as Told;
      if (topic !== states) return;
      msg.name.forEach((each, i) => told.set(each, msg.position[i]!));
      if (untold().length > 0) return; // a gripper may come in a message of its own
      socket.onmessage = null;
      say({ op: 'unsubscribe', topic: states });
      problem.setJoints(Object.fromEntries(links.map((link, i) => [link.name, told.get(name[i]!)!])));
      problem.forgetMotion();
      resolve({ send, close: () => socket.close() });
    };
  });
}
