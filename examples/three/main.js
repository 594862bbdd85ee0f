import { init } from 'limber';
import { Bench } from 'limber/bench';
import { robots, yUp } from 'limber/robots';

await init();
const bench = new Bench(document.querySelector('#arm'));
bench.show({ arm: yUp(robots.ur5) }); // three.js has Y up
