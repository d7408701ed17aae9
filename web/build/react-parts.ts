// React DOM without the parts that this app never enters, a fifth of what a first view loads of it: hydration, view transitions, and others.
import type { Plugin } from 'vite'

/** Reached through an import of React only; whoever imports one of these needs its part back. */
const unusedExports =
  /\b(hydrateRoot|ViewTransition|Activity|SuspenseList|useActionState|useFormState|addTransitionType|preconnect|prefetchDNS|preinit|preinitModule|preload|preloadModule)\b/

/** Functions that nothing else can reach, by the part they belong to. */
const unusedFunctions = {
  hydration: [
    'ReactDOMHydrationRoot',
    'attemptContinuousHydration',
    'attemptExplicitHydrationTarget',
    'attemptHydrationAtCurrentPriority',
    'attemptReplayContinuousQueuedEvent',
    'canHydrateHydrationBoundary',
    'canHydrateInstance',
    'canHydrateTextInstance',
    'clearHydrationBoundary',
    'commitActivityHydrationCallbacks',
    'createFiberFromDehydratedFragment',
    'getHydratableHoistableCache',
    'getNextHydratable',
    'getNextHydratableInstanceAfterHydrationBoundary',
    'hideOrUnhideDehydratedBoundary',
    'mountHostRootWithoutHydrating',
    'prepareToHydrateHostInstance',
    'queueHydrationError',
    'queueIfContinuousEvent',
    'retryActivityComponentWithoutHydrating',
    'retryDehydratedSuspenseBoundary',
    'retryIfBlockedOn',
    'retrySuspenseComponentWithoutHydrating',
    'scheduleReplayQueueIfNeeded',
    'throwOnHydrationMismatch',
    'updateDehydratedSuspenseComponent',
  ],
  viewTransitions: [
    'ViewTransitionPseudoElement',
    'applyViewTransitionName',
    'applyViewTransitionToHostInstances',
    'applyViewTransitionToHostInstancesRecursive',
    'commitAppearingPairViewTransitions',
    'commitDeletedPairViewTransitions',
    'commitEnterViewTransitions',
    'commitExitViewTransitions',
    'commitNestedViewTransitions',
    'createViewTransitionInstance',
    'getViewTransitionClassName',
    'getViewTransitionName',
    'measureNestedViewTransitions',
    'measureViewTransitionHostInstancesRecursive',
    'reportViewTransitionError',
    'restoreEnterOrExitViewTransitions',
    'restoreNestedViewTransitions',
    'restorePairedViewTransitions',
    'restoreViewTransitionName',
    'restoreViewTransitionOnHostInstances',
    'scheduleViewTransitionEvent',
    'startViewTransition',
    'trackEnterViewTransitions',
  ],
  formActions: ['dispatchActionState', 'mountActionState', 'runActionStateAction', 'updateActionStateImpl'],
  boundaries: ['updateActivityComponent', 'updateSuspenseListComponent'],
  fragmentRefs: [
    'FragmentInstance',
    'commitNewChildToFragmentInstance',
    'deleteChildFromFragmentInstance',
    'validateDocumentPositionWithFiberTree',
  ],
  /** Style sheets and scripts as elements, and those that wait for them; `title` and `meta` need none of it. */
  resources: [
    'acquireResource',
    'insertStylesheetIntoRoot',
    'preinitModuleScript',
    'preinitScript',
    'preinitStyle',
    'preload',
    'preloadModule',
    'suspendResource',
  ],
  customElements: ['setPropOnCustomElement'],
}

/** What is entered all the same, and then always ends like this. */
const constantFunctions = {
  commitSuspenseHydrationCallbacks: '',
  getParentHydrationBoundary: 'return null',
  getResource: 'return null',
  popHydrationState: 'return !1',
}

const source = (name: string) => new RegExp(`^function ${name}\\([^)]*\\) \\{\\n[\\s\\S]*?^\\}\\n`, 'm')

function replace(code: string, pattern: RegExp, by: string): string {
  if (code.search(pattern) === -1) throw new Error(`React has no ${pattern} any more: see web/build/react-parts.ts`)
  return code.replace(pattern, () => by)
}

export function leaveOut(react: string): string {
  let code = react
  for (const name of Object.values(unusedFunctions).flat())
    code = replace(code, source(name), `function ${name}() { throw Error("Left out of React: ${name}") }\n`)
  for (const [name, body] of Object.entries(constantFunctions))
    code = replace(code, source(name), `function ${name}() { ${body} }\n`)
  for (const name of ['FragmentInstance', 'ViewTransitionPseudoElement', 'ReactDOMHydrationRoot'])
    code = replace(code, new RegExp(`^${name}\\.prototype\\.\\w+ = function [\\s\\S]*?^\\};\\n`, 'gm'), '')
  code = replace(code, /^exports\.hydrateRoot = [\s\S]*?^\};\n/m, '')
  // the minifier then removes what depends on them
  code = replace(code, /\((\w+) & 335544064\) === \1/g, '!1')
  for (const name of ['isHydrating', 'shouldStartViewTransition']) {
    code = replace(code, new RegExp(`(?<=^var |^  )${name} = !1,\\n`, 'm'), '')
    code = `const ${name} = !1;\n${replace(code, new RegExp(`\\b${name} = !\\d`, 'g'), '!1')}`
  }
  return code
}

const reactImport = /import\s*\{([^}]*)\}\s*from\s*["']react(-dom(\/client)?)?["']/g

/** The name of a part that the module imports and that is left out. */
export const unusedImportOf = (code: string): string | undefined =>
  [...code.matchAll(reactImport)].map(([, names]) => unusedExports.exec(names!)?.[1]).find(Boolean)

export function reactParts(): Plugin {
  return {
    name: 'react-parts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('react-dom-client.production.js')) return { code: leaveOut(code), map: null }
      const name = unusedImportOf(code)
      if (name) throw new Error(`${id} imports ${name}, which web/build/react-parts.ts leaves out of React`)
      return undefined
    },
  }
}
