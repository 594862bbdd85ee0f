// Builds take three.js from its sources, class by class, without the parts that no view can use: headsets, pictures as
// light, and uniforms in groups. These are replaced by stubs, so that the renderer runs unchanged.
const mark = '\0limber-without:';
const headset = '\0limber-headset';

/** Replacement of each module, by the end of its path. */
const leftOut = {
  '/renderers/webxr/WebXRManager.js': `
    import { EventDispatcher } from 'three/src/core/EventDispatcher.js';
    export class WebXRManager extends EventDispatcher {
      /*own*/
      enabled = false; isPresenting = false; cameraAutoUpdate = false;
      getCamera() {} getSession() { return null; } getEnvironmentBlendMode() {} setAnimationLoop() {} dispose() {}
      getFoveation() {} hasDepthSensing() { return false; } getDepthSensingMesh() { return null; }
      updateCamera() {} getFrame() { return null; } getReferenceSpace() { return null; } getBaseLayer() { return null; }
    }`,
  '/renderers/webgl/WebGLEnvironments.js': `
    export function WebGLEnvironments() { return { get: (texture) => texture, dispose() {} }; }`,
  '/renderers/webgl/WebGLUniformsGroups.js':
    'export function WebGLUniformsGroups() { return { dispose() {} }; }',
};

/** Members of the stub that fetch the real one when a headset is entered. */
const fetching = `
      constructor(...own) { super(); this.own = own; }
      setReferenceSpaceType(type) { this.type = type; }
      async setSession(session) {
        (await import('${headset.slice(1)}')).become(this);
        await this.setSession(session);
      }`;
/** Makes a stub hand everything to a real one, which takes over what has been set, and who listens. */
const become = `
    import { WebXRManager } from 'three/src/renderers/webxr/WebXRManager.js';
    export function become(stub) {
      const { enabled, _listeners } = stub;
      const real = Object.assign(new WebXRManager(...stub.own), { enabled, _listeners });
      real.setReferenceSpaceType(stub.type);
      for (const key of [...Object.keys(real), 'addEventListener', 'removeEventListener']) {
        const get = () => (typeof real[key] === 'function' ? real[key].bind(real) : real[key]);
        Object.defineProperty(stub, key, { get, set: (value) => (real[key] = value) });
      }
    }`;

/**
 * Shaders, and chunks of shaders, for materials and features that the views do not have: each chunk is inside
 * an `#ifdef` of its feature.
 */
const otherShaders =
  /\/ShaderLib\/(background|backgroundCube|cube|distance|equirect|linedashed|mesh(lambert|matcap|normal|phong|toon)|points|sprite)\./;
const otherChunks =
  /\/ShaderChunk\/(alphahash|batching|bumpmap|displacementmap|envmap|gradientmap|iridescence|lightmap|lightprobes|lights_(lambert|phong|toon)|map_particle|transmission)/;
/** Conditions in the remaining chunks that no view meets. */
const never =
  /^#(ifdef |if defined\( ?|if )(USE_(REVERSED_DEPTH|IRIDESCENCE|CLEARCOAT|RETROREFLECTION|ANISOTROPY|SHEEN|ENVMAP|DIFFUSE_ROUGHNESS|TRANSMISSION|THICKNESS|BATCHING|LIGHTMAP|DISPERSION|DISPLACEMENT|BUMPMAP|ALPHAHASH|LIGHT_PROBES|LOGARITHMIC)\w*|ENVMAP_TYPE\w*|NUM_(RECT_AREA|SPOT|SUN|POINT|CLIPPING|LIGHT_PROBE)\w* > 0)( ?\))?$/;

/** Leaves out what stands under such a condition, up to its `#else` or `#endif`. */
function withoutUnmet(lines) {
  /** Of each open condition: null where it stays; else whether its lines are left out now. */
  const open = [];
  return lines.filter((line) => {
    if (/^#if/.test(line)) open.push(never.test(line) ? true : null);
    const isOut = open.includes(true);
    const own = open.at(-1);
    if (/^#endif/.test(line)) open.pop();
    if (/^#el(se|if)/.test(line) && own !== null) {
      if (line !== '#else') throw new Error(`unexpected in a shader of three.js: ${line}`);
      open[open.length - 1] = false;
    }
    return !isOut && !(own === false && /^#(if|else|endif)/.test(line));
  });
}

/** Minifies shaders as three.js publishes them: without comments and extra white space. */
function shorten(code) {
  return code.replace(/\/\* glsl \*\/\s*`([^`]*)`/g, (_, glsl) => {
    const text = glsl
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\/\/.*/g, '')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    return `"${withoutUnmet(text).join('\\n').replace(/"/g, '\\"')}"`;
  });
}

/** A plugin of the build. `keep`: shaders that stay all the same. `headsets`: they are fetched when one is entered. */
export function lessOfThree({ keep = /^$/, headsets = false } = {}) {
  const missing = new Set(Object.keys(leftOut));
  return {
    name: 'limber-less-of-three',
    enforce: 'pre',
    resolveId(source, importer, options) {
      if (source === headset.slice(1)) return headset;
      if (source === 'three') return this.resolve('three/src/Three.js', importer, options);
      const part = Object.keys(leftOut).find((each) => each.endsWith(source.slice(source.lastIndexOf('/'))));
      if (!part || !importer?.includes('/three/src/')) return null;
      missing.delete(part);
      return mark + part;
    },
    load(id) {
      if (id === headset) return become;
      return id.startsWith(mark)
        ? leftOut[id.slice(mark.length)].replace('/*own*/', headsets ? fetching : '')
        : null;
    },
    transform(code, id) {
      if (!id.endsWith('.glsl.js')) return null;
      const isOther = (otherShaders.test(id) && !keep.test(id)) || otherChunks.test(id);
      return { code: isOther ? code.replace(/`[^`]*`/g, '""') : shorten(code), map: null };
    },
    buildEnd(error) {
      if (!error && missing.size > 0) throw new Error(`three.js has moved ${[...missing].join(', ')}`);
    },
  };
}
