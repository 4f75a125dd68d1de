export const islands = {
  BackupsCard: () => import('./system/BackupsCard.tsx'),
  ChangePassword: () => import('./account/ChangePassword.tsx'),
  DashboardScreen: () => import('./dashboard/DashboardScreen.tsx'),
  DisplaysScreen: () => import('./displays/DisplaysScreen.tsx'),
  DispensaryScreen: () => import('./desk/DispensaryScreen.tsx'),
  GettingStartedCard: () => import('./dashboard/GettingStartedCard.tsx'),
  KioskScreen: () => import('./kiosk/KioskScreen.tsx'),
  LoginCard: () => import('./login/LoginCard.tsx'),
  RoomsScreen: () => import('./system/RoomsScreen.tsx'),
  Notices: () => import('./shell/Notices.tsx'),
  PhoneSignIn: () => import('./phone/PhoneSignIn.tsx'),
  QueuesCard: () => import('./system/QueuesCard.tsx'),
  QueueScreen: () => import('./desk/QueueScreen.tsx'),
  RegisterScreen: () => import('./register/RegisterScreen.tsx'),
  TvReadyDialog: () => import('./dashboard/TvReadyDialog.tsx'),
  SettingsScreen: () => import('./settings/SettingsScreen.tsx'),
  SystemNotices: () => import('./dashboard/SystemNotices.tsx'),
  Sidebar: () => import('./shell/Sidebar.tsx'),
  UsersScreen: () => import('./users/UsersScreen.tsx'),
}

export type IslandName = keyof typeof islands
type Component<N extends IslandName> = Awaited<ReturnType<(typeof islands)[N]>>['default']
export type IslandProps<N extends IslandName> = Parameters<Component<N>>[0]
