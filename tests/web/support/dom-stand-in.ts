/** The part of a document that urdf-loader needs, so that it runs in Node. */
import { parseXml, XmlElement } from '@rgrove/parse-xml';

class ElementStandIn {
  readonly children: ElementStandIn[];

  constructor(private readonly element: XmlElement) {
    this.children = element.children
      .filter((each) => each instanceof XmlElement)
      .map((each) => new ElementStandIn(each));
  }

  get nodeName(): string {
    return this.element.name;
  }

  getAttribute(name: string): string | null {
    return this.element.attributes[name] ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.getAttribute(name) !== null;
  }

  /** Supports only selectors of the form `child[link="arm"]`. */
  querySelector(selector: string): ElementStandIn | null {
    const [, name, key, value] = /^(\w+)\[(\w+)="(.*)"\]$/.exec(selector)!;
    const isIt = (each: ElementStandIn) => each.nodeName === name && each.getAttribute(key!) === value;
    for (const each of this.children) {
      const found = isIt(each) ? each : each.querySelector(selector);
      if (found) return found;
    }
    return null;
  }
}

/** Root element of `text` that urdf-loader accepts as one of a browser. */
export function parseForLoader(text: string): Element {
  Object.assign(globalThis, { Document: class {}, Element: ElementStandIn });
  return new ElementStandIn(parseXml(text).root!) as unknown as Element;
}
