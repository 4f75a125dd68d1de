/**
 * Run before a page's scripts: deletes the APIs that Chromium 64 has and 53 (LG TVs of 2018 and
 * 2019) lacks, because no build of 53 is available. The syntax is left to the bundler's target.
 */
export const AS_CHROMIUM_53 = `(function () {
  function remove(object, names) {
    names.split(' ').forEach(function (name) { delete object[name] })
  }
  remove(String.prototype, 'padStart padEnd')
  remove(Object, 'entries values getOwnPropertyDescriptors')
  remove(Promise.prototype, 'finally')
  remove(Symbol, 'asyncIterator')
  remove(Intl, 'PluralRules')
  remove(Intl.DateTimeFormat.prototype, 'formatToParts')
  remove(Node.prototype, 'getRootNode')
  remove(HTMLImageElement.prototype, 'decode')
  remove(HTMLMediaElement.prototype, 'srcObject')
  ;[Element, Document, DocumentFragment].forEach(function (type) {
    remove(type.prototype, 'append prepend')
  })
  ;[Element, CharacterData, DocumentType].forEach(function (type) {
    remove(type.prototype, 'before after replaceWith')
  })
  remove(Element.prototype, 'getAttributeNames')
  remove(window, 'ResizeObserver visualViewport BroadcastChannel customElements GainNode')
})()`
