/** The rooms of a problem's goals in a view, and handles for their edges. */
import type { Goal } from '../core/goal.ts';
import { EdgeHandle } from '../three/edge-handle.ts';
import { GoalRoom } from '../three/goal-room.ts';
import type { RoomEdge } from '../three/room/mark.ts';
import { degrees, distance, signed } from './describe.ts';
import type { MakeRooms } from './goal-handles.ts';
import { knob } from './goal-parts.ts';

/** "x at most", "tilt": an edge in words. */
function nameOf({ name, side }: RoomEdge, { type }: Goal): string {
  const end = name === 'tilt' ? '' : side === 'least' ? ' at least' : ' at most';
  return `${name === 'within' ? type : name}${end}`;
}

/** "2.00 cm", "−2.00 cm", "10°": a number counted from the target, of a distance from its point. */
function wordsOf(number: number, { turns }: RoomEdge, { type, target }: Goal): string {
  if (turns) return degrees(number);
  return signed(type === 'distance' ? target[3]! + number : number, distance);
}

/** The option `rooms` of `GoalHandles`: a `GoalRoom` for each goal, and an `EdgeHandle` for each edge. */
export const goalRooms: MakeRooms = (view, problem, { size, label, onStart, onChange, onEnd }) => {
  const rooms = problem.goals.map((goal) => new GoalRoom(problem, goal, size));
  view.add(...rooms);
  const made = rooms.flatMap(({ edges }, i) => edges.map((edge) => handleOf(edge, problem.goals[i]!)));
  function handleOf(edge: RoomEdge, goal: Goal): EdgeHandle {
    const name = nameOf(edge, goal);
    return new EdgeHandle(view, edge, {
      label: `${name}: ${label('Room', goal.link, goal)}`,
      words: (number) => wordsOf(number, edge, goal),
      size: knob * size,
      most: size,
      onStart: () => onStart?.(goal, 'room'),
      onChange: (number) => {
        view.announce(`${name} ${wordsOf(number, edge, goal)}`);
        update();
        onChange?.(goal, 'room');
      },
      onEnd: () => onEnd?.(goal, 'room'),
    });
  }
  function update(): void {
    for (const room of rooms) room.update();
    for (const each of made) each.update();
  }
  return {
    edges: made,
    update,
    dispose() {
      for (const each of made) each.dispose();
      view.remove(...rooms);
      for (const room of rooms) room.dispose();
    },
  };
};
