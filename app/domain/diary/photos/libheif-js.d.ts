/** The functions of libheif that the decoder calls, as the C library names them: addresses and numbers in its memory. */
declare module "libheif-js/wasm-bundle.js" {
  interface Libheif {
    readonly HEAPU8: Uint8Array;
    readonly HEAPU32: Uint32Array;
    _malloc(bytes: number): number;
    _heif_context_alloc(): number;
    _heif_context_get_security_limits(context: number): number;
    _heif_context_read_from_memory_without_copy(
      error: number,
      context: number,
      file: number,
      bytes: number,
      options: number,
    ): void;
    _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
    _heif_image_handle_get_width(handle: number): number;
    _heif_image_handle_get_height(handle: number): number;
    _heif_image_handle_get_raw_color_profile_size(handle: number): number;
    _heif_image_handle_get_raw_color_profile(error: number, handle: number, profile: number): void;
    _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profile: number): void;
    _heif_image_handle_has_content_light_level(handle: number): number;
    _heif_image_handle_get_content_light_level(handle: number, light: number): void;
    _heif_image_handle_get_mastering_display_colour_volume(handle: number, volume: number): void;
    _heif_image_get_bits_per_pixel_range(image: number, channel: number): number;
    _heif_decode_image(
      error: number,
      handle: number,
      image: number,
      colourspace: number,
      chroma: number,
      options: number,
    ): void;
    _heif_image_get_width(image: number, channel: number): number;
    _heif_image_get_height(image: number, channel: number): number;
    _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
  }
  const libheif: Libheif;
  export = libheif;
}
