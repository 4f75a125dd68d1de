/**
 * To be run before a page's scripts: takes away what 64 has and 53 lacks, the engine of LG's sets of 2018
 * and 2019, of which nobody keeps a build. Its syntax is the bundler's business (islands/tv/vite.config.ts).
 */
export const AS_CHROMIUM_53 = `(function () {
  function without(object, names) {
    names.split(' ').forEach(function (name) { delete object[name] })
  }
  without(String.prototype, 'padStart padEnd')
  without(Object, 'entries values getOwnPropertyDescriptors')
  without(Promise.prototype, 'finally')
  without(Symbol, 'asyncIterator')
  without(Intl, 'PluralRules')
  without(Intl.DateTimeFormat.prototype, 'formatToParts')
  without(Node.prototype, 'getRootNode')
  without(HTMLImageElement.prototype, 'decode')
  without(HTMLMediaElement.prototype, 'srcObject')
  ;[Element, Document, DocumentFragment].forEach(function (kind) {
    without(kind.prototype, 'append prepend')
  })
  ;[Element, CharacterData, DocumentType].forEach(function (kind) {
    without(kind.prototype, 'before after replaceWith')
  })
  without(Element.prototype, 'getAttributeNames')
  without(window, 'ResizeObserver visualViewport BroadcastChannel customElements GainNode')
})()`
