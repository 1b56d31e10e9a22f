declare module "virtual:kernel" {
  const packed: string;
  export default packed;
}
