type Texts = Partial<Record<string, string>>
export type ModelDrafts = Record<string, Texts>

/** Edits that no field shows, such as settings of other sections, by the name of their model. */
export const draftModels = new Map<string, { value: Texts }>()

export function keepDrafts(name: string, drafts: { value: Texts }) {
  draftModels.set(name, drafts)
  return () => void draftModels.delete(name)
}
