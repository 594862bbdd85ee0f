/** The compiled core's types, written by hand in raw.ts, against embind's bindings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { core } from '../../web/src/loader.ts';
import { root } from './support/readme.ts';
import './support/silence.ts';

/** Method names and parameter counts. */
type Methods = Readonly<Record<string, number>>;

/** Methods of every interface in raw.ts. */
function declaredMethods(): Record<string, Methods> {
  const text = readFileSync(join(root, 'web/src/raw.ts'), 'utf8');
  const { statements } = ts.createSourceFile('raw.ts', text, ts.ScriptTarget.Latest, true);
  const tuples: Record<string, number> = {};
  const countOf = ({ dotDotDotToken, type }: ts.ParameterDeclaration) =>
    dotDotDotToken ? tuples[type!.getText()]! : 1;
  const interfaces: Record<string, Methods> = {};
  for (const each of statements) {
    if (ts.isTypeAliasDeclaration(each) && ts.isTupleTypeNode(each.type))
      tuples[each.name.text] = each.type.elements.length;
    if (!ts.isInterfaceDeclaration(each)) continue;
    const methods = each.members.filter(ts.isMethodSignature).map(({ name, parameters }) => {
      const count = parameters.reduce((sum, parameter) => sum + countOf(parameter), 0);
      return [name.getText(), count] as const;
    });
    interfaces[each.name.text] = Object.fromEntries(methods);
  }
  return interfaces;
}

/** Embind's records of bound methods, functions and classes. */
type Bound = Readonly<
  Record<string, { argCount: number; length: number; prototype?: Record<string, Bound[string]> }>
>;

it('are what is bound: the same classes, methods, functions and numbers of parameters', () => {
  const { module } = core();
  const own = Object.entries(module as unknown as Bound).slice(Object.keys(module).indexOf('Model'));
  const isClass = ([name]: [string, unknown]) => /^[A-Z]/.test(name);
  const bound = own.filter(isClass).map(([name, { prototype }]): [string, Methods] => {
    const methods = Object.entries(prototype!).map(([method, { argCount }]) => [method, argCount] as const);
    return [`Raw${name}`, Object.fromEntries(methods)];
  });
  const functions = own.filter((each) => !isClass(each)).map(([name, { length }]) => [name, length] as const);
  const { RawObject, RawModuleOptions, ...declared } = declaredMethods();
  expect([RawObject, RawModuleOptions]).toEqual([{ delete: 0 }, {}]);
  expect(declared).toEqual(Object.fromEntries([...bound, ['RawModule', Object.fromEntries(functions)]]));
});
