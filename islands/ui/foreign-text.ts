/** Foreign nodes in the page, each with the page's own nodes that it replaced. */
const replaced = new WeakMap<Node, Node[]>()
const places = new WeakMap<Node, Node>()
const { insertBefore, removeChild } = Node.prototype

/**
 * Restores a translated element's own texts when React changes one or needs its place. React
 * writes into the original texts and fails when it removes them. Otherwise, an old number might
 * stay on the screen and belong to another patient.
 */
export function tolerateForeignText() {
  const observer = new MutationObserver(handle)
  observer.observe(document, { childList: true, subtree: true })

  function handle(records: MutationRecord[]) {
    for (const record of records) {
      for (const node of record.addedNodes) replaced.set(node, replaced.get(node) || [])
      for (const node of record.removedNodes) noteRemoved(node, record)
      // A text that is still in the document shows its changes.
      if (record.type === 'characterData' && !document.contains(record.target))
        restore(record.target)
    }
  }

  function noteRemoved(node: Node, record: MutationRecord) {
    const { target, addedNodes, previousSibling, nextSibling } = record
    const isForeign = (other: Node | null | undefined) => other && replaced.has(other)
    const place = [addedNodes[0], previousSibling, nextSibling].find(isForeign)
    if (!place) return
    const known = replaced.get(node) || [node]
    const nodes = known.filter(({ parentNode }) => parentNode !== target)
    replaced.get(place)?.[place === nextSibling ? 'unshift' : 'push'](...nodes)
    for (const own of nodes) {
      places.set(own, place)
      observer.observe(own, { characterData: true })
    }
  }

  function restore(node: Node) {
    const parent = places.get(node)?.parentNode
    if (!parent) return
    for (const child of [...parent.childNodes]) {
      const nodes = replaced.get(child)
      if (!nodes) continue
      for (const own of nodes) insertBefore.call(parent, own, child)
      removeChild.call(parent, child)
    }
    observer.takeRecords()
  }

  /** Does not note the page's own changes, because only foreign changes must be restored. */
  function change(run: (parent: Node, node: Node, next: Node | null) => void) {
    return function <T extends Node>(this: Node, node: T, next: Node | null = null) {
      handle(observer.takeRecords())
      restore(node)
      if (next) restore(next)
      run(this, node, next)
      observer.takeRecords()
      return node
    }
  }

  const insert = change((parent, node, next) => {
    let place = next
    while (place && place.parentNode !== parent) place = place.parentNode
    insertBefore.call(parent, node, place)
  })
  Node.prototype.insertBefore = insert
  Node.prototype.appendChild = insert
  // Removes the node even if a translator has moved it.
  Node.prototype.removeChild = change((_, node) => {
    if (node.parentNode) removeChild.call(node.parentNode, node)
  })
}
