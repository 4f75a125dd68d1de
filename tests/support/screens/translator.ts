import type { Page } from './fixtures.ts'

/**
 * Changes the page as Chrome's translation does, from then on whenever a text appears: the text
 * goes, and `<font><font>` with a changed one takes its place. `isObedient`: it leaves alone what
 * says `translate="no"`.
 */
export async function translatePage(page: Page, { isObedient = true } = {}) {
  await page.evaluate(isObedient => {
    const translated = new WeakSet<Node>()
    let isWaiting = false
    const skipped = isObedient ? 'script, style, [translate=no]' : 'script, style'

    function translate() {
      isWaiting = false
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (translated.has(text) || !text.data.trim()) continue
        if (!text.parentElement || text.parentElement.closest(skipped)) continue
        const outer = document.createElement('font')
        const inner = outer.appendChild(document.createElement('font'))
        inner.textContent = `«${text.data}»`
        if (inner.firstChild) translated.add(inner.firstChild)
        text.replaceWith(outer)
      }
    }

    new MutationObserver(() => {
      if (!isWaiting) queueMicrotask(translate)
      isWaiting = true
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
    translate()
  }, isObedient)
}

/** Moves every n-th node into an element of its own, or takes it out of the page. */
export async function disturbPage(page: Page, selector: string, how: 'wrap' | 'remove') {
  await page.evaluate(
    ([selector = '', how]) => {
      for (const element of document.querySelectorAll(selector)) {
        if (how === 'remove') element.remove()
        else {
          const wrapper = document.createElement('div')
          element.replaceWith(wrapper)
          wrapper.append(element)
        }
      }
    },
    [selector, how],
  )
}
