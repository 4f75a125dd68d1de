/** Every island by name. The server draws them, the browser wakes them. */
export const islands = {
  BackupsDesk: () => import('./management/BackupsCard.tsx'),
  ChangePassword: () => import('./account/ChangePassword.tsx'),
  DashboardScreen: () => import('./dashboard/DashboardScreen.tsx'),
  DispensaryBoard: () => import('./dispensary/DispensaryScreen.tsx'),
  LoginCard: () => import('./login/LoginCard.tsx'),
  ManagementDesk: () => import('./management/RoomsScreen.tsx'),
  Notices: () => import('./shell/Notices.tsx'),
  PhoneSignIn: () => import('./phone/PhoneSignIn.tsx'),
  QueueBoard: () => import('./queue/QueueScreen.tsx'),
  RegisterDesk: () => import('./register/RegisterScreen.tsx'),
  SettingsDesk: () => import('./settings/SettingsScreen.tsx'),
  Sidebar: () => import('./shell/Sidebar.tsx'),
  UserDesk: () => import('./administration/UsersScreen.tsx'),
}

export type IslandName = keyof typeof islands
type Component<N extends IslandName> = Awaited<ReturnType<(typeof islands)[N]>>['default']
export type IslandProps<N extends IslandName> = Parameters<Component<N>>[0]
