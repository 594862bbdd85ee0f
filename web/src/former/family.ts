export * from '../robots/family.ts';
