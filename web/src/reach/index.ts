/**
 * Reachability of an arm, cell by cell, on all cores; and placement of its base: `await
 * reachability(description, { link, spacing })`.
 */
export { basePlacement, type BaseOptions } from './base.ts';
export type { Region } from './lattice.ts';
export { ReachMap, type LayerName, type MapKind, type ReachMapData } from './map.ts';
export { readNpy, writeNpy, type NpyArray, type NpyData } from './npy.ts';
export { spreadOrientations } from './orientations.ts';
export { reachability, type ReachabilityOptions } from './reachability.ts';
export type { ReachProgress, SearchOptions } from './setup.ts';
