import loadMujoco from '@mujoco/mujoco';
import { init, Model, Problem } from 'limber';
import { ManualInput, Teleop } from 'limber/teleop';

const [mujoco] = await Promise.all([loadMujoco(), init()]);

// A block on a floor, and an arm of three hinges with a servo each.
const world = mujoco.MjModel.from_xml_string(`<mujoco>
  <option integrator="implicitfast" />
  <default>
    <joint armature="0.01" />
    <geom type="capsule" size="0.03" />
    <position kp="400" kv="20" />
  </default>
  <worldbody>
    <geom type="plane" size="1 1 0.1" />
    <body name="block" pos="0.5 0.3 0.03">
      <freejoint />
      <geom type="box" size="0.03 0.03 0.03" />
    </body>
    <body name="turret" pos="0 0 0.2">
      <joint name="yaw" axis="0 0 1" />
      <geom fromto="0 0 -0.1 0 0 0" />
      <body name="upper">
        <joint name="shoulder" axis="0 1 0" />
        <geom fromto="0 0 0 0 0 0.3" />
        <body name="lower" pos="0 0 0.3">
          <joint name="elbow" axis="0 1 0" />
          <geom fromto="0 0 0 0 0 0.2" />
          <body name="tool" pos="0 0 0.25" />
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <position name="elbow" joint="elbow" />
    <position name="shoulder" joint="shoulder" />
    <position name="yaw" joint="yaw" />
  </actuator>
</mujoco>`);

// The same arm, as Limber reads it; a URDF would do.
const hinge = (name, axis) => ({ type: 'revolute', name, axis, limits: [-2.5, 2.5], rest: 0.5 });
const model = Model.from({
  links: [
    { name: 'turret', origin: { position: [0, 0, 0.2] }, joint: hinge('yaw', [0, 0, 1]) },
    { name: 'upper', parent: 'turret', joint: hinge('shoulder', [0, 1, 0]) },
    { name: 'lower', parent: 'upper', origin: { position: [0, 0, 0.3] }, joint: hinge('elbow', [0, 1, 0]) },
    { name: 'tool', parent: 'lower', origin: { position: [0, 0, 0.25] } },
  ],
});
const problem = new Problem(model);
const goal = problem.addGoal({ type: 'position', link: 'tool' });

// Where each joint is, by its name: the block's seven numbers come first in qpos, and the servos are in another order.
const joints = model.links
  .filter(({ nq }) => nq === 1)
  .map(({ qIndex, joint }) => ({
    qIndex,
    at: world.jnt(joint.name).qposadr,
    servo: world.actuator(joint.name).id,
  }));

const led = new mujoco.MjData(world); // is where q is
const simulated = new mujoco.MjData(world); // has mass, servos and contacts
for (const { qIndex, at } of joints) simulated.qpos[at] = problem.state.q[qIndex];

const teleop = new Teleop(problem, {
  step: { maxVelocity: 2, maxAcceleration: 12, maxJerk: 150 }, // rad/s, rad/s², rad/s³
  onJoints(q, time) {
    for (const { qIndex, at, servo } of joints) {
      led.qpos[at] = q[qIndex];
      simulated.ctrl[servo] = q[qIndex];
    }
    mujoco.mj_kinematics(world, led);
    while (simulated.time < time) mujoco.mj_step(world, simulated);
  },
});
const hand = new ManualInput(); // or keys, a gamepad, a headset
teleop.lead(hand, goal, { filter: false });

hand.held = true;
for (let frame = 0; frame < 180; frame += 1) {
  hand.set([0, 0.001 * Math.min(frame, 100), 0]); // 10 cm to the left
  teleop.step(1 / 60);
  if (teleop.warning) throw new Error(teleop.warning);
  for (const { name } of model.links) {
    const away = Math.hypot(...led.body(name).xpos.map((each, i) => each - problem.pose(name)[i]));
    if (!(away < 1e-6)) throw new Error(`frame ${frame}: ${name} is ${away} m away`);
  }
}

const behind = Math.hypot(...simulated.body('tool').xpos.map((each, i) => each - problem.pose('tool')[i]));
console.log(behind < 0.01); // true: 4 mm, because servos give way under the arm's weight
