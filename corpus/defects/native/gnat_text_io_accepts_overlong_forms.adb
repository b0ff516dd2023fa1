with Ada.Text_IO;
with Ada.Wide_Wide_Text_IO; use Ada.Wide_Wide_Text_IO;
procedure Gnat_Text_IO_Accepts_Overlong_Forms is
   Raw  : Ada.Text_IO.File_Type;
   File : File_Type;
   C    : Wide_Wide_Character;
begin
   Ada.Text_IO.Create (Raw, Ada.Text_IO.Out_File, "text");
   Ada.Text_IO.Put_Line (Raw, Character'Val (16#C1#) & Character'Val (16#81#));
   Ada.Text_IO.Close (Raw);
   Open (File, In_File, "text", Form => "WCEM=8");
   Get (File, C);
   Ada.Text_IO.Put_Line ("well-formed");
exception
   when Constraint_Error => Ada.Text_IO.Put_Line ("ill-formed");
end Gnat_Text_IO_Accepts_Overlong_Forms;
